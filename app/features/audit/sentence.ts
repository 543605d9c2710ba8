import { type BookingStatus, bookingStatuses } from '../../../api/contract/schemas/bookings.ts';
import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDayMonth, formatWhen, inSentence } from '../../lib/time/dates.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { inHours } from '../../shared/hours/hours-line.ts';
import { labelOf } from '../../shared/label-of.ts';
import { permissionWords } from '../../shared/roles/words.ts';
import { isOfferAct, offerWords } from './offer-words.ts';
import type { Part } from './part.ts';
import { isPlanAct, planWords } from './plan-words.ts';
import { settingsWords } from './settings-words.ts';
import { assignedWords, isWorkerAct, timesWords, workerWords } from './worker-words.ts';

type Detail = AuditEntry['details'][string] | undefined;

/**
 * An administrator's act in words, after the name: `['set ', {#7f3a91c2}, ' from Pending to Completed (2.5 h)']`.
 */
export function sentenceOf(entry: AuditEntry, zone: string, now: Date = new Date()): Part[] {
  const { act, details, subject } = entry;
  const booking = { text: `#${subject.id.slice(0, 8)}`, href: hrefs.adminBooking(subject.id) };
  const customer: Part = entry.customer
    ? { text: entry.customer.name, href: hrefs.adminCustomer(entry.customer.id) }
    : 'a customer';
  const chat: Part = entry.customer
    ? { text: 'live chat', href: hrefs.adminConversation(entry.customer.id) }
    : 'live chat';
  if (isOfferAct(act)) return [offerWords(act, details, now)];
  if (isPlanAct(act)) return [planWords(act, details, zone, now)];
  if (isWorkerAct(act)) return [workerWords(act, details, zone, now)];
  switch (act) {
    case 'booking_status_set':
      return statusSet(entry, booking);
    case 'booking_rescheduled': {
      const when = (at: Detail) =>
        typeof at === 'string' ? inSentence(formatWhen(at, zone, now)) : 'no time';
      const agreed = details.statusTo === 'scheduled' ? ', and agreed to it' : '';
      return ['moved ', booking, ` from ${when(details.from)} to ${when(details.to)}${agreed}`];
    }
    case 'visit_assigned':
      return assignedWords(details, booking);
    case 'times_changed':
      return [timesWords(details)];
    case 'booking_message_sent':
      return ['wrote to ', customer, ' about ', booking];
    case 'booking_answer_waived':
      return ['noted that ', customer, ' needs no answer about ', booking];
    case 'customer_contacted':
      return ['contacted ', customer, ' about ', booking];
    case 'bookings_exported':
      return [`exported bookings${filterWords(entry, zone, now)}`];
    case 'quote_sent':
      return [`quoted ${quoteWords(details)} for `, booking, ' to ', customer];
    case 'quote_withdrawn':
      return ['withdrew the quote for ', booking];
    case 'role_changed':
    case 'role_added':
    case 'role_edited':
    case 'role_removed':
    case 'team_invited':
    case 'invitation_revoked':
      return teamWords(act, details, customer);
    case 'conversation_changed':
      return [`${conversationWords(entry)} the `, chat, ' with ', customer];
    case 'chat_message_sent':
      return ['wrote to ', customer, ' in the ', chat];
    case 'canned_reply_added':
    case 'canned_reply_changed':
    case 'canned_reply_removed':
      return [`${act.slice('canned_reply_'.length)} a canned reply`];
    case 'refund_settled':
      return details.how === 'by_hand'
        ? ['noted that a refund to ', customer, ' was made another way']
        : ['had a refund to ', customer, ' tried again'];
    case 'hours_given_back': {
      const hours = typeof details.givenHours === 'number' ? inHours(details.givenHours) : 'hours';
      return ['gave ', customer, ` back ${hours} that a refund had taken`];
    }
    case 'charge_refunded':
      return [`refunded ${moneyOf(details.amountCents)}${chargeWords(details.kind)} to `, customer];
    case 'hours_given': {
      const hours = typeof details.givenHours === 'number' ? inHours(details.givenHours) : 'hours';
      const until = details.expiresOn
        ? `, to use until ${formatDayMonth(`${details.expiresOn}T12:00:00.000Z`, zone, now)}`
        : '';
      return [`gave ${hours} to `, customer, until];
    }
    case 'extra_hours_withdrawn': {
      const hours = typeof details.askedHours === 'number' ? inHours(details.askedHours) : 'more hours';
      return [`took back the question about ${hours} of `, booking];
    }
    case 'data_requested':
      return ['had the data of ', customer, ' put together for them'];
    case 'deletion_requested':
      return ['asked to delete the account of ', customer];
    case 'deletion_taken_back':
      return ['kept the account of ', customer, ', which was to be deleted'];
    case 'left_settled':
      return ['noted that what was left at the card provider of ', customer, ' is gone'];
    case 'unclear_settled':
      return ['looked at something unclear of ', customer, ' at the card provider'];
    default:
      return [settingsWords(act, details)];
  }
}

/** An act about roles and the team. */
function teamWords(act: AuditEntry['act'], details: AuditEntry['details'], customer: Part): Part[] {
  const name =
    typeof details.name === 'string' ? details.name : details.to === 'admin' ? 'Administrator' : 'a role';
  const rights = String(details.permissions ?? '')
    .split(', ')
    .map((one) => labelOf(permissionWords, one as keyof typeof permissionWords))
    .join('; ');
  if (act === 'role_added') return [oneText`made the role ${name}, which may: ${rights}`];
  if (act === 'role_edited') return [oneText`edited the role ${name}, which now may: ${rights}`];
  if (act === 'role_removed') return [oneText`deleted the role ${name}`];
  if (act === 'team_invited') return [oneText`invited somebody to the team, as ${name}`];
  if (act === 'invitation_revoked') return [oneText`took back an invitation to the team, as ${name}`];
  if (details.by === 'address' && details.to === 'customer')
    return ['is no administrator any more: their e-mail address is off the list'];
  if (details.by === 'command' && details.to === 'customer')
    return [
      details.from === 'admin'
        ? 'is no administrator any more, by a command on the server'
        : 'does not belong to the team any more, by a command on the server',
    ];
  const given = details.to === 'customer' ? 'a customer' : details.to === 'admin' ? 'an administrator' : name;
  if (details.by === 'invitation') return [oneText`joined the team by an invitation, as ${name}`];
  if (details.by === 'address') return ['became an administrator by their e-mail address'];
  if (details.by === 'command') return [oneText`became ${given} by a command on the server`];
  return ['made ', customer, given === name ? oneText` ${name}` : ` ${given}`];
}

/** A change of status, with corrected hours and refunded money. */
function statusSet({ details }: AuditEntry, booking: Part): Part[] {
  const [from, to] = [statusOf(details.from ?? details.statusFrom), statusOf(details.to ?? details.statusTo)];
  const hours = typeof details.toHours === 'number' ? inHours(details.toHours) : null;
  const refunded = details.refunded === true ? ', and the payment is given back' : '';
  const moreHours = typeof details.askedHours === 'number' ? inHours(details.askedHours) : null;
  const asks = moreHours ? `, and asked its customer about ${moreHours} more` : '';
  if (from === to) {
    if (moreHours && details.fromHours === details.toHours)
      return [`asked about ${moreHours} more for `, booking];
    const before = typeof details.fromHours === 'number' ? inHours(details.fromHours) : 'none';
    return ['corrected the hours of ', booking, ` from ${before} to ${hours ?? 'none'}${asks}`];
  }
  const done = to === statusLabels.completed && hours ? ` (${hours})` : '';
  return ['set ', booking, `${from ? ` from ${from}` : ''} to ${to}${done}${asks}${refunded}`];
}

const isStatus = (value: Detail): value is BookingStatus =>
  (bookingStatuses as readonly Detail[]).includes(value);
const statusOf = (value: Detail): string => (isStatus(value) ? statusLabels[value] : '');

/** 'pending,scheduled' → 'Pending or Scheduled' */
const statusesOf = (value: Detail): string =>
  typeof value === 'string' ? value.split(',').map(statusOf).filter(Boolean).join(' or ') : '';

function quoteWords({ amountCents, hours }: AuditEntry['details']): string {
  if (typeof amountCents === 'number') return formatMoney(amountCents);
  return typeof hours === 'number' ? inHours(hours) : 'an offer';
}

const moneyOf = (cents: Detail): string => (typeof cents === 'number' ? formatMoney(cents) : 'a part');

const ofCharge: Record<string, string | undefined> = {
  service: ' of a payment',
  quote: ' of a paid quote',
  past_hours: ' of a charge past the plan’s hours',
  plan: ' of a plan’s invoice',
};
const chargeWords = (kind: Detail): string => (typeof kind === 'string' && ofCharge[kind]) || '';

function conversationWords({ details, actor }: AuditEntry): string {
  const words = [];
  if (details.assigneeId === actor.id) words.push('took over');
  else if (details.assigneeId === null) words.push('let go of');
  else if (details.assigneeId !== undefined) words.push('passed on');
  if (details.status === 'closed') words.push('closed');
  else if (details.status === 'open') words.push('reopened');
  return words.join(' and ') || 'changed';
}

const paymentWords: Record<string, string | undefined> = {
  custom_quote: 'quotes',
  one_time: 'by card',
  subscription: 'by plan',
  unpaid: 'not paid',
};

/** The filter in words: ' (Completed, from 1 November to 30 November)'; '' without a filter. */
function filterWords({ details, customer }: AuditEntry, zone: string, now: Date): string {
  const day = (at: Detail) => formatDayMonth(`${at}T12:00:00.000Z`, zone, now);
  const words = [
    statusesOf(details.status),
    typeof details.payment === 'string' ? paymentWords[details.payment] : '',
    details.category ? 'of one category' : '',
    customer ? oneText`of ${customer.name}` : details.customer === true ? 'of one customer' : '',
    details.text === true ? 'found by words' : '',
    [details.from && `from ${day(details.from)}`, details.to && `to ${day(details.to)}`]
      .filter(Boolean)
      .join(' '),
  ].filter(Boolean);
  return words.length ? ` (${words.join(', ')})` : '';
}
