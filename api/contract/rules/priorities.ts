/** Kept apart from the forms' schemas because lists show these without loading a validator. */
export const priorities = ['standard', 'urgent', 'emergency'] as const;
export type Priority = (typeof priorities)[number];
/** The promised time of each priority (spec §5). */
export const priorityLabels: Record<Priority, string> = {
  standard: 'Standard (3-5 days)',
  urgent: 'Urgent (24-48 hours)',
  emergency: 'Emergency (same day)',
};
