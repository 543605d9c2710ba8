/** The tabs of the profile (spec §2); the address names the chosen one. */
export const tabs = [
  { value: 'subscription', label: 'Subscription' },
  { value: 'profile', label: 'Profile' },
  { value: 'billing', label: 'Billing' },
  { value: 'preferences', label: 'Preferences' },
] as const;
export type Tab = (typeof tabs)[number]['value'];

/** The tab named by an address, or the first. */
export const tabOf = (name: string | null): Tab =>
  tabs.find(({ value }) => value === name)?.value ?? 'subscription';
