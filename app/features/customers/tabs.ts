/** The tabs of a customer's page; the address names the chosen one. */
export const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'bookings', label: 'Bookings' },
  { value: 'conversations', label: 'Conversations' },
] as const;
export type CustomerTab = (typeof tabs)[number]['value'];

/** The tab named by an address, or the first. */
export const tabOf = (name: string | null): CustomerTab =>
  tabs.find(({ value }) => value === name)?.value ?? 'overview';
