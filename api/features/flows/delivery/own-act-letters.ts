import { formatMoney } from '../../../contract/rules/money.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Returned } from '../../records/notices/notices.service.ts';
import type { CallOffOutcome, OwnActContent } from '../../records/notices/own-acts.service.ts';
import type { BookingWords } from './letter-content.ts';

const booked: BookingWords = {
  subject: 'We have your booking',
  sentence: 'Thank you, your booking is with us. The team confirms its time, and writes to you once it has.',
  link: 'See it, move it or write to the team',
};

/** A booking at a free time that its customer chose. */
const bookedAgreed: BookingWords = {
  subject: 'Your booking is made',
  sentence: 'Thank you, your booking is made, and its time is agreed.',
  link: 'See it, or add it to your calendar',
};

const requested = (replyTime: string): BookingWords => ({
  subject: 'We have your request',
  sentence: `Thank you, your request is with us. The team answers${replyTime && ` ${replyTime}`}, with a quote or a question.`,
  link: 'See your request, or add to it',
});

/** A move by the customer. */
export const movedByCustomer = (status: BookingStatus): BookingWords => ({
  subject: 'You moved your booking',
  sentence:
    status === 'pending'
      ? 'Your booking is moved to the time below, and the team confirms it.'
      : 'Your booking is moved to the time below.',
  link: 'See it, or write to the team',
});

/**
 * The words of a letter that confirms what its reader did.
 * @param replyTime how soon the team answers a request, in the owner's words; '' where nothing is promised
 */
export function wordsOfOwnAct(
  content: OwnActContent,
  { currency, replyTime }: { currency: string; replyTime: string },
): BookingWords {
  if (content.act === 'booked') return content.isAgreed ? bookedAgreed : booked;
  if (content.act === 'requested') return requested(replyTime);
  return {
    subject: 'You called off your booking',
    sentence: `Your booking is called off, as you wished. ${costOf(content, currency)}`,
    link: 'See it, or book again',
  };
}

/** What a cancellation by the team gives back, in sentences; '' for nothing. */
export const returnedWords = ({ amountCents, hours }: Returned, currency: string): string =>
  [
    ...(amountCents > 0 ? [refundWords(amountCents, currency)] : []),
    ...(hours ? ['It takes none of your hours.'] : []),
  ].join(' ');

const refundWords = (amountCents: number, currency: string): string =>
  `We pay back ${formatMoney(amountCents, currency)} to your card. Your bank may take a few days to show it.`;

function costOf({ outcome, amountCents, hours, chargeCents }: CallOffOutcome, currency: string): string {
  if (outcome === 'free') return 'It costs you nothing.';
  if (outcome === 'refund') return refundWords(amountCents, currency);
  if (outcome === 'release') return `Its ${inHours(hours)} are free to book again.`;
  const lost = [
    ...(amountCents ? [`its payment of ${formatMoney(amountCents, currency)} is not paid back`] : []),
    ...(hours ? [`its ${inHours(hours)} count as used`] : []),
    ...(chargeCents ? [`we charge ${formatMoney(chargeCents, currency)} to your card, as you agreed`] : []),
  ];
  return `It was later than a day before the visit, so ${lost.join(', and ')}.`;
}

const inHours = (hours: number): string =>
  hours === 1 ? '1 hour' : `${Math.round(hours * 100) / 100} hours`;
