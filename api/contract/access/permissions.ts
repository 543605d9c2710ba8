/**
 * The rights that a role may hold, by name. A call of the contract names the one that it requires (`access.ts`), and a
 * new call must choose. Their words for people are in `app/shared/roles/words.ts`.
 */
export const permissions = [
  /** Bookings, custom requests, the schedule, the work under way, and the file of bookings. */
  'bookings.read',
  /** Set a status, move a visit, withdraw longer work. */
  'bookings.change',
  /** Write to a customer about a booking. */
  'bookings.message',
  /** Send and withdraw quotes. */
  'requests.answer',
  /** The live chat's conversations and saved replies. */
  'support.answer',
  'customers.read',
  /** Give hours. */
  'customers.change',
  /** Hand out a person's data, and delete the account. */
  'people.erase',
  /** Payments, disputes, refunds that wait, and the report. */
  'money.read',
  /** Refund a charge, and give back the hours that a refund took. */
  'money.refund',
  /** Settle refunds and objects of the card provider that wait for a person. */
  'disputes.change',
  /** Members of the team, their roles, and invitations. */
  'roles.give',
  'log.read',
  /** The business's own facts: name, contact, opening hours, closed days, area. */
  'business.change',
  /** Services, categories, plans and their prices. */
  'offer.change',
  /** A worker's own visits. */
  'work.own',
] as const;

export type Permission = (typeof permissions)[number];

/** The permissions without which another one could not be used: the answers of its calls show these things. */
const required: { [P in Permission]?: readonly Permission[] } = {
  'bookings.change': ['bookings.read'],
  'bookings.message': ['bookings.read'],
  'requests.answer': ['bookings.read'],
  'customers.change': ['customers.read'],
  'people.erase': ['customers.read'],
  'money.refund': ['money.read', 'customers.read'],
  'disputes.change': ['money.read'],
  'roles.give': ['customers.read'],
  'business.change': ['bookings.read'],
};

/** These permissions with all that they require, in the order of the list; unknown names are left out. */
export const withRequired = (names: readonly string[]): Permission[] =>
  permissions.filter(
    (one) =>
      names.includes(one) ||
      permissions.some((name) => names.includes(name) && required[name]?.includes(one)),
  );
