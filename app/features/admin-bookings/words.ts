import type {
  AdminBooking,
  AdminBookingDetail,
  BookingsSummary,
  StatusConsequence,
} from '../../../api/contract/calls/admin-booking-calls.ts';
import type { RequestStanding } from '../../../api/contract/rules/quote-terms.ts';
import { isolated } from '../../../api/contract/rules/visible-text.ts';
import type { OvertimeHours } from '../../../api/contract/schemas/overtime.ts';
import { formatMoney } from '../../lib/money.ts';
import { labelOf } from '../../shared/label-of.ts';

/** The short form of an id, as shown to a person (spec §9). */
export const shortId = (id: string): string => id.slice(0, 8);

/** Hours in the usual form: "1.5 h". */
export const hoursText = (hours: number): string => `${Number(hours.toFixed(2))} h`;

type Customer = AdminBooking['customer'];

/** A customer's name in a list; the mail address without a name. */
export const nameOf = ({ name, email }: Pick<Customer, 'name' | 'email'>): string => name || email;

/** The first name for use in a sentence. */
export const firstNameOf = ({ name }: Pick<Customer, 'name'>): string => name.split(' ')[0] || 'The customer';

const answers: Record<OvertimeHours['state'], string> = {
  waiting: 'Waiting for agreement',
  agreed: 'Agreed to',
  declined: 'Declined',
  lapsed: 'Not answered in time',
};

/** Hours beyond the estimate: "Waiting for agreement: 1.5 h". */
export const overtimeText = ({ state, hours }: Pick<OvertimeHours, 'state' | 'hours'>): string =>
  `${labelOf(answers, state)}: ${hoursText(hours)}`;

/** The count, with a plus if there are more. */
export const countText = ({ count, more }: BookingsSummary['tabs']['all']): string =>
  `${count.toLocaleString('en-AU')}${more ? '+' : ''}`;

const requestTexts: Record<RequestStanding, string> = {
  unanswered: 'Waiting for the team',
  quoted: 'Waiting for the customer',
  expired: 'Quote expired',
  declined: 'Quote declined',
  withdrawn: 'Quote withdrawn',
};

const short = (cents: number): string => formatMoney(cents, { trimZeros: true });

/** The kind of payment and the state of the money, or the state of a request without an agreement. */
export function paymentText(
  { type, amountCents, refundedCents = 0, status, request }: AdminBooking['payment'],
  unpaidUntil?: string,
): string {
  if (unpaidUntil) return 'Not paid yet';
  if (amountCents !== null) {
    const became = { paid: 'paid', refunding: 'being refunded', refunded: 'refunded' }[status ?? 'paid'];
    const part = became === 'paid' && refundedCents > 0 ? `, ${short(refundedCents)} refunded` : '';
    return `${short(amountCents)} ${became}${part}`;
  }
  const kind = { subscription: 'Plan hours', one_time: 'By card', custom_quote: 'Custom quote' }[type];
  return request ? `${kind} · ${labelOf(requestTexts, request)}` : kind;
}

/** The hours past the customer's that they agreed to pay by card, and the state of that payment. */
export function overageText({ hours, amountCents, state }: NonNullable<AdminBookingDetail['past']>): string {
  if (state === 'covered') return 'Covered by later hours';
  const became = {
    agreed: 'to be charged once the work is done',
    charging: 'being charged',
    owed: 'owed',
    paid: 'paid',
  }[state];
  return `${formatMoney(amountCents)} by card for ${hoursText(hours)}, ${became}`;
}

/**
 * Whether somebody is known to come. `nobody`: an open booking of a business with workers has none yet; `unknown`: the
 * business has no workers, or the work is over.
 */
export function comes({
  status,
  workers,
}: Pick<AdminBooking, 'status' | 'workers'>): 'somebody' | 'nobody' | 'unknown' {
  if (workers?.length) return 'somebody';
  return workers && (status === 'pending' || status === 'scheduled' || status === 'in_progress')
    ? 'nobody'
    : 'unknown';
}

/** Whether the customer waits for the team's answer in the thread. */
export const waits = ({ thread }: Pick<AdminBooking, 'thread'>): boolean => thread.waitingSince !== null;

/**
 * The effects of setting a status, one sentence each, as found by the server's trial. The first sentence names the
 * hours or the money that move, or says that neither does.
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
  const who = isolated(firstNameOf(customer));
  const whose = `${who}${who.endsWith('s') ? '’' : '’s'} plan`;
  const lines: string[] = [];
  const over = overageHours > 0 ? `, ${hoursText(overageHours)} of it beyond the balance` : '';
  // A server of the previous release leaves this field out.
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
  if (letter === 'declined')
    lines.push(
      // Letters about money are always sent.
      chargeCents > 0 || refundCents > 0
        ? `${who} gets a mail about the money only, and does not wish to be told more.`
        : `${who} does not wish to be told by mail.`,
    );
  return lines;
}
