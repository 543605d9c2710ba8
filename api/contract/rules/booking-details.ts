import { tierLabels } from './plans.ts';
import { priorityLabels } from './priorities.ts';

interface Detail {
  /** The detail's name where a booking is shown, and in the text form (spec §7). */
  label: string;
  /** The labels of a detail that is chosen, by its value. */
  choices?: Record<string, string>;
}

interface BookingDetail extends Detail {
  /**
   * The subject of the detail. Later bookings are offered those about the household, and those about a place with its
   * address (`place` stands beside the address, which may be given without it).
   */
  about: 'account' | 'household' | 'address' | 'place' | 'visit';
  /** Asked for by the form of a card payment, too. */
  byCard?: true;
}

/** The details of a custom request alone; each is a column of `custom_requests`. */
const requestDetails = {
  serviceName: { label: 'Custom Service Request' },
  description: { label: 'Description' },
  priority: { label: 'Priority', choices: priorityLabels },
  location: { label: 'Location' },
  contactInfo: { label: 'Contact' },
} satisfies Record<string, Detail>;

/**
 * The details that a customer gives with a booking, in the order in which they are shown; the customer's own words
 * are last. The one list of them: the calls, the columns of `booking_details`, the values of the forms and the text
 * form are derived from it (CONTRIBUTING, 'Add a field to a booking').
 */
const bookingDetails = {
  customerName: { label: 'Name', about: 'account', byCard: true },
  phone: { label: 'Phone', about: 'household', byCard: true },
  email: { label: 'E-mail', about: 'account', byCard: true },
  address: { label: 'Address', about: 'address', byCard: true },
  city: { label: 'City', about: 'address' },
  state: { label: 'State', about: 'address' },
  postalCode: { label: 'Postcode', about: 'address' },
  emergencyContact: { label: 'Emergency contact', about: 'household' },
  emergencyPhone: { label: 'Emergency phone', about: 'household' },
  subscriptionTier: { label: 'Plan', about: 'visit', choices: tierLabels },
  accessInstructions: { label: 'Access', about: 'place' },
  samePerson: {
    ...{ label: 'Same person as last time', about: 'visit', byCard: true },
    choices: { yes: 'If possible' },
  },
  notes: { label: 'Notes', about: 'visit', byCard: true },
} as const satisfies Record<string, BookingDetail>;

type List = typeof bookingDetails;
type Having<Quality> = { [N in keyof List]: List[N] extends Quality ? N : never }[keyof List];

export type BookingDetailName = keyof List;
export type RequestDetailName = keyof typeof requestDetails;
export type DetailName = RequestDetailName | BookingDetailName;
export type OneTimeName = Having<{ byCard: true }>;

const all: Record<DetailName, Detail> = { ...requestDetails, ...bookingDetails };
/** All names, in the order in which the details are shown. */
export const detailNames = Object.keys(all) as DetailName[];
export const bookingDetailNames = Object.keys(bookingDetails) as BookingDetailName[];
/** The names of the one-time form. */
export const oneTimeNames = bookingDetailNames.filter(
  (name): name is OneTimeName => 'byCard' in bookingDetails[name],
);
/** The names of the details about this. */
export const namesAbout = <About extends BookingDetail['about']>(about: About) =>
  bookingDetailNames.filter((name): name is Having<{ about: About }> => bookingDetails[name].about === about);

/** Details by the forms' names; empty ones may be missing. */
export type BookingDetails = { [N in DetailName]?: string | undefined } & {
  /** The whole text as the customer sent it, if the details do not give it back byte for byte. */
  asSent?: string | undefined;
};

export const labelOfDetail = (name: DetailName): string => all[name].label;
export const choicesOf = (name: DetailName): Record<string, string> | undefined => all[name].choices;

/** A detail in one line: trimmed, its own lines joined by commas unless they end a sentence. */
export function oneLine(text: string): string {
  // Most have one, and lists of bookings have hundreds.
  if (!text.includes('\n')) return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at, lines) =>
      at === lines.length - 1 || '.,;:!?'.includes(line.slice(-1)) ? line : `${line},`,
    )
    .join(' ');
}

/** The stored form of a detail; empty without it. The customer's own words keep their lines. */
export function storedDetail(name: DetailName, { [name]: given = '' }: BookingDetails): string {
  return name === 'notes' ? given.trim() : oneLine(given);
}

export interface DetailLine {
  /** `null` for words of a text that stand under no label. */
  label: string | null;
  text: string;
}

/**
 * The given details as they are shown, one line each, a choice by its label.
 * @param planName the name of the plan among them; without it, plans other than the first four are shown by their id
 */
export function detailLines(
  details: BookingDetails,
  planName?: string | null,
): (DetailLine & { label: string })[] {
  return detailNames.flatMap((name) => {
    const stored = storedDetail(name, details);
    const known = choicesOf(name)?.[stored] ?? (stored && name === 'subscriptionTier' ? planName : null);
    const text = known ?? stored;
    return text ? [{ label: labelOfDetail(name), text }] : [];
  });
}
