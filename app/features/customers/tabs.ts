/** The tabs of a customer's page, with the permission that each needs; the address names the chosen one. */
export const tabs = [
  { value: 'overview', label: 'Overview', needs: 'customers.read' },
  { value: 'ledger', label: 'Ledger', needs: 'customers.read' },
  { value: 'bookings', label: 'Bookings', needs: 'bookings.read' },
  { value: 'conversations', label: 'Conversations', needs: 'support.answer' },
] as const;
export type CustomerTab = (typeof tabs)[number]['value'];

/** The tab named by an address, or the first. */
export const tabOf = (name: string | null): CustomerTab =>
  tabs.find(({ value }) => value === name)?.value ?? 'overview';
