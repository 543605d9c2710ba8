import type {
  AdminBooking,
  BookingsSummary,
  StatusConsequence,
} from '../../../api/contract/admin-booking-calls.ts';
import type { ExtraHours } from '../../../api/contract/extra-hours.ts';
import type { RequestStanding } from '../../../api/contract/quote-terms.ts';
import { formatMoney } from '../../lib/money.ts';

/** What a person is shown of an id (spec §9). */
export const shortId = (id: string): string => id.slice(0, 8);

/** "1.5 h": hours as a person says them. */
export const hoursText = (hours: number): string => `${Number(hours.toFixed(2))} h`;

type Customer = AdminBooking['customer'];

/** Who it is, in a list; a person who gave no name is known by their address. */
export const nameOf = ({ name, email }: Pick<Customer, 'name' | 'email'>): string => name || email;

/** As one speaks of them. */
export const firstNameOf = ({ name }: Pick<Customer, 'name'>): string => name.split(' ')[0] || 'The customer';

const answers: Record<ExtraHours['state'], string> = {
  waiting: 'Waiting for agreement',
  agreed: 'Agreed to',
  declined: 'Declined',
};

/** "Waiting for agreement: 1.5 h": hours past the estimate. */
export const extraText = ({ state, hours }: Pick<ExtraHours, 'state' | 'hours'>): string =>
  `${answers[state]}: ${hoursText(hours)}`;

/** How many, or that many and more. */
export const countText = ({ count, more }: BookingsSummary['tabs']['all']): string =>
  `${count.toLocaleString('en-AU')}${more ? '+' : ''}`;

const requestTexts: Record<RequestStanding, string> = {
  unanswered: 'Waiting for the team',
  quoted: 'Waiting for the customer',
  expired: 'Quote expired',
  declined: 'Quote declined',
  withdrawn: 'Quote withdrawn',
};

/** What pays for it and what became of the money, or how a request stands that is not agreed on. */
export function paymentText(
  { type, amountCents, status, request }: AdminBooking['payment'],
  unpaidUntil?: string,
): string {
  if (unpaidUntil) return 'Not paid yet';
  if (amountCents !== null) {
    const became = { paid: 'paid', refunding: 'being refunded', refunded: 'refunded' }[status ?? 'paid'];
    return `${formatMoney(amountCents, { trimZeros: true })} ${became}`;
  }
  const kind = { subscription: 'Plan hours', one_time: 'By card', custom_quote: 'Custom quote' }[type];
  return request ? `${kind} · ${requestTexts[request]}` : kind;
}

/** Whether the customer wrote last: they wait for the team's answer. */
export const waits = ({ thread }: Pick<AdminBooking, 'thread'>): boolean => thread.lastFrom === 'customer';

/**
 * What setting a status will do, a sentence each, from what the server found by doing it. The first says what moves:
 * hours, money, or neither.
 */
export function consequenceLines(
  {
    usedHours,
    overageHours,
    returnedHours,
    refundCents,
    chargeCents,
    askedHours,
    withdrawnHours,
    letter,
  }: StatusConsequence,
  customer: Customer,
): string[] {
  const who = firstNameOf(customer);
  const whose = `${who}${who.endsWith('s') ? '’' : '’s'} plan`;
  const lines: string[] = [];
  const over = overageHours > 0 ? `, ${hoursText(overageHours)} of it beyond the balance` : '';
  // A server of the release before says nothing of it.
  const asks =
    askedHours > 0
      ? ` now, and ${who} is asked to agree to ${hoursText(askedHours)} more. Until then the estimate stands`
      : '';
  if (usedHours > 0 && overageHours >= usedHours)
    lines.push(`${hoursText(usedHours)} will be used, all of it beyond the balance of ${whose}${asks}.`);
  else if (usedHours > 0) lines.push(`${hoursText(usedHours)} of ${whose} will be used${over}${asks}.`);
  else if (asks) lines.push(`No more hours are used${asks}.`);
  if (withdrawnHours > 0) lines.push(`${who} is no longer asked about ${hoursText(withdrawnHours)}.`);
  if (returnedHours > 0) lines.push(`${hoursText(returnedHours)} will go back to ${whose}.`);
  if (refundCents > 0) lines.push(`${formatMoney(refundCents)} will be refunded.`);
  if (chargeCents > 0)
    lines.push(`${formatMoney(chargeCents)} will be charged to their card: hours past the plan, as agreed.`);
  if (!lines.length) lines.push('No hours are used, and no money moves.');
  if (letter === 'sent') lines.push(`${who} is told by mail.`);
  if (letter === 'declined') lines.push(`${who} does not wish to be told by mail.`);
  return lines;
}
