import { formatMoney } from '../../../contract/rules/money.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Env } from '../../../core/env.ts';
import type { BillingNews, Receipt } from '../../records/notices/notices.service.ts';
import type { PaidNews } from '../../records/notices/receipts.service.ts';
import type { Fact, LetterContent } from './letter-content.ts';
import { dateOf, fullDate, longWhen } from './wording.ts';

type Business = Pick<Env, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>;
type Words = Pick<LetterContent, 'subject' | 'sentences' | 'about' | 'facts'> & {
  link: string;
  path: string;
};

/** The card that paid, as the provider names it. */
export interface PaidCard {
  brand: string;
  last4: string;
}

/** What a receipt says beside the payment itself. */
export interface PaidFacts {
  /** `null` if the provider names none. */
  card: PaidCard | null;
  /** A renewal's: hours used in the month that ended, and those free to book now. */
  month: { usedHours: number; freeHours: number } | null;
  /** What became of the paid booking until now; `null` for a plan's payment. */
  booking: PaidBooking | null;
}

/** `agreed`: its time is, by a free one that its customer chose or by the team; `waits`: for the team; `called off`. */
export type PaidBooking = 'agreed' | 'waits' | 'called off';

/** What went through with the payment, and what follows. */
function sentenceOf(news: Extract<PaidNews, { what: 'paid' }>, booking: PaidBooking | null): string {
  if (booking === 'called off')
    return ' went through. The booking has been called off since; its page says what becomes of the payment.';
  if (!news.isNew) return ' went through, and the quote is accepted.';
  return booking === 'agreed'
    ? ' went through, and your booking is confirmed.'
    : ' went through, and your booking is with us. The team confirms its time, and writes to you once it has.';
}

/** The words of a payment that went through, with its receipt. */
export function wordsOfPaid(news: PaidNews, paid: PaidFacts | null, business: Business): Words {
  const card = paid?.card ?? null;
  const { BUSINESS_TIME_ZONE, CURRENCY } = business;
  const sum = formatMoney(news.amountCents, CURRENCY);
  if (news.what === 'paid') {
    const booking = paid?.booking ?? null;
    const visitAt = booking === 'called off' ? null : news.visitAt;
    return {
      subject: 'Your payment and your receipt',
      sentences: [`Thank you: your payment of ${sum}${sentenceOf(news, booking)}`],
      about: [
        isolated(news.description),
        ...(visitAt ? [longWhen(visitAt, BUSINESS_TIME_ZONE, news.windowMinutes)] : []),
      ],
      facts: factsOf(news, { of: news.description, card }, business),
      link: 'See your booking',
      path: `/bookings/${news.bookingId}`,
    };
  }
  const plan = isolated(news.plan);
  const hours = news.hours === 1 ? '1 hour' : `${news.hours} hours`;
  const words = {
    begun: {
      subject: `Your ${plan} plan has begun`,
      sentence: `Welcome: your ${plan} plan gives you ${hours} a month for your visits. Hours that you do not use roll over for up to 3 months.`,
    },
    renewed: {
      subject: `Your ${plan} plan is renewed`,
      sentence: `Your ${plan} plan goes on, and you have ${hours} more for your visits.`,
    },
    changed: {
      subject: `Your plan is now ${plan}`,
      sentence: `Your plan is changed: ${plan} gives you ${hours} a month for your visits.`,
    },
  }[news.step];
  return {
    subject: words.subject,
    sentences: [
      words.sentence,
      `The month lasts until ${dateOf(news.until, BUSINESS_TIME_ZONE)}. You can change your plan or end it at any time.`,
    ],
    facts: [
      ...factsOf(news, { of: `${news.plan} plan`, card }, business),
      ...(paid?.month ? monthOf(paid.month) : []),
    ],
    link: 'See your plan and your hours',
    path: '/profile',
  };
}

/** The receipt: what was paid, for what, when, with which card, and its number. */
export function factsOf(
  { chargeId, paidAt, amountCents }: Receipt & { amountCents: number },
  { of, card }: { of: string; card: PaidCard | null },
  { BUSINESS_TIME_ZONE, CURRENCY }: Business,
): Fact[] {
  return [
    { label: 'Paid', value: formatMoney(amountCents, CURRENCY) },
    { label: 'For', value: isolated(of) },
    { label: 'Paid on', value: fullDate(paidAt, BUSINESS_TIME_ZONE) },
    ...(card ? [{ label: 'Card', value: `${brandOf(card.brand)} ending in ${card.last4}` }] : []),
    { label: 'Receipt', value: receiptNumber(chargeId) },
  ];
}

/** The report of the month that ended. */
const monthOf = ({ usedHours, freeHours }: NonNullable<PaidFacts['month']>): Fact[] => [
  { label: 'Used last month', value: inHours(usedHours) },
  { label: 'Free to book now', value: inHours(freeHours) },
];
const inHours = (hours: number): string => `${Math.round(hours * 100) / 100} h`;

const brandOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

/** The number of a receipt: the end of the payment's or the invoice's id. */
export const receiptNumber = (chargeId: string): string =>
  chargeId
    .replace(/[^a-z0-9]/gi, '')
    .slice(-10)
    .toUpperCase();

/** Whether a notice about money has a receipt, which names the card that paid. */
export const receiptOf = (news: BillingNews): Receipt | null => {
  if (news.what === 'paid' || news.what === 'plan_paid') return news;
  return news.what === 'work_paid' && news.paidAt ? { chargeId: news.paymentId, paidAt: news.paidAt } : null;
};
