/** Apart from the forms' schemas: lists show these, and load no validator. */
export const priorities = ['standard', 'urgent', 'emergency'] as const;
export type Priority = (typeof priorities)[number];
/** How soon each priority is served (spec §5). */
export const priorityLabels: Record<Priority, string> = {
  standard: 'Standard (3-5 days)',
  urgent: 'Urgent (24-48 hours)',
  emergency: 'Emergency (same day)',
};
