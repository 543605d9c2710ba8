/** What is to be seen of a customer; the address names the chosen one. */
export const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'bookings', label: 'Bookings' },
  { value: 'conversations', label: 'Conversations' },
] as const;
export type CustomerTab = (typeof tabs)[number]['value'];

/** The tab that an address names, or the first. */
export const tabOf = (name: string | null): CustomerTab =>
  tabs.find(({ value }) => value === name)?.value ?? 'overview';
