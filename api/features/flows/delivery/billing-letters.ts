import { formatMoney } from '../../../contract/rules/money.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Env } from '../../../core/env.ts';
import type { BillingNews, PlanFigures } from '../../records/notices/notices.service.ts';
import { greetingOf } from './letter.ts';
import type { LetterContent } from './letter-content.ts';
import { factsOf, type PaidCard, type PaidFacts, receiptOf, wordsOfPaid } from './receipt-letters.ts';
import { dateOf, longWhen } from './wording.ts';

type Business = Pick<Env, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>;

/**
 * The letter about a member's payments: the event, the amount, and the next step.
 * @param paid what a receipt says beside the payment
 */
export function composeBilling(
  news: BillingNews,
  member: { first_name: string },
  business: Business,
  paid: PaidFacts | null = null,
): LetterContent {
  const { link, path, ...words } = wordsOf(news, business, paid);
  return { greeting: greetingOf(member), ...words, action: { label: link, path } };
}

type Words = Pick<LetterContent, 'subject' | 'sentences' | 'reason' | 'facts' | 'about'> & {
  link: string;
  path: string;
};

function wordsOf(news: BillingNews, business: Business, paid: PaidFacts | null): Words {
  const { BUSINESS_TIME_ZONE, CURRENCY } = business;
  switch (news.what) {
    case 'renewal_failed':
      return {
        subject: 'Your payment did not go through',
        sentences: [
          `We could not charge ${formatMoney(news.amountCents, CURRENCY)} for your ${planOf(news)} plan.`,
          news.nextAttemptAt
            ? `We try again on ${dateOf(news.nextAttemptAt, BUSINESS_TIME_ZONE)}. Until then your hours stay yours.`
            : 'Please choose another card, and pay.',
        ],
        link: 'Pay now, or choose another card',
        path: '/profile',
      };
    case 'plan_ended':
      return {
        subject: 'Your plan has ended',
        sentences: [
          `Your ${planOf(news)} plan has ended, and nothing more is charged.`,
          'The hours you have stay yours until they expire.',
        ],
        link: 'See your hours, or choose a plan',
        path: '/profile',
      };
    case 'price_moves':
    case 'price_stays':
      return wordsOfPrice(news, { BUSINESS_TIME_ZONE, CURRENCY });
    case 'unpaid_booking':
      return {
        subject: 'Your booking was not paid',
        sentences: [
          'You booked with a plan, and for a day you had no free hours of a plan that can be used at the time of that visit. So we have let the booking go.',
          'Nothing was charged for the visit, and it took no hours. You can book again at any time.',
        ],
        link: 'See your bookings',
        path: '/bookings',
      };
    case 'time_taken':
      return wordsOfTime(news, BUSINESS_TIME_ZONE);
    case 'work_owed':
    case 'work_paid':
    case 'work_returned':
      return wordsOfWork(news, business, paid?.card ?? null);
    case 'paid':
    case 'plan_paid':
      return wordsOfPaid(news, paid, business);
    case 'refunded': {
      const { amountCents, restCents = amountCents } = news;
      const back =
        restCents < amountCents ? `the rest of it, ${formatMoney(restCents, CURRENCY)}` : 'all of it';
      return {
        subject: 'Your payment is on its way back',
        sentences: [
          `Your payment of ${formatMoney(amountCents, CURRENCY)} went through, but ${isolated(news.description)} could not be booked any more.`,
          `We have refunded ${back}. Your bank may take a few days to show it. We are sorry.`,
        ],
        link: 'See your payments',
        path: '/billing',
      };
    }
    case 'hours_given_back':
      return {
        subject: 'You keep your hours',
        sentences: [
          `We refunded a payment of yours: ${isolated(news.description)}. The refund took ${news.hours} h that you had not used.`,
          'We have given them back to you. They expire when they would have.',
        ],
        link: 'See your hours',
        path: '/profile',
      };
    case 'refunded_part':
    case 'hours_given':
      return wordsFromTeam(news, { BUSINESS_TIME_ZONE, CURRENCY });
    case 'disputed':
    case 'dispute_won':
      return wordsOfDispute(news, CURRENCY);
  }
}

/** A chosen time that was taken before it was paid for. */
function wordsOfTime(
  { bookingId, service, start, nearest }: Extract<BillingNews, { what: 'time_taken' }>,
  timeZone: string,
) {
  const when = (at: string) => longWhen(at, timeZone);
  return {
    subject: 'Your time was taken',
    sentences: [
      `Your booking of ${isolated(service)} is made. Meanwhile somebody else has ${when(start)}.`,
      'Your booking stands as a wish for that time, and the team will answer it. You can also take another time, or cancel it for nothing.',
      ...(nearest.length ? [`These times were free just now: ${nearest.map(when).join('; ')}.`] : []),
    ],
    link: 'See your booking',
    path: `/bookings/${bookingId}`,
  };
}

/** The plan's name; earlier releases wrote the id of one of the first plans, which is its name in small letters. */
const planOf = (news: Extract<BillingNews, { what: 'renewal_failed' | 'plan_ended' }>): string =>
  isolated('plan' in news ? news.plan : news.tier.charAt(0).toUpperCase() + news.tier.slice(1));

type PriceNews = Extract<BillingNews, { what: 'price_moves' | 'price_stays' }>;
const wordsOfPrice = (news: PriceNews, business: Pick<Business, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>) =>
  news.what === 'price_moves' ? wordsOfMove(news, business) : wordsOfStay(news, business);

/** A new price of a running plan, with the way to leave. */
function wordsOfMove(
  { plan, before, after, at }: Extract<BillingNews, { what: 'price_moves' }>,
  { BUSINESS_TIME_ZONE, CURRENCY }: Business,
) {
  const day = dateOf(at, BUSINESS_TIME_ZONE);
  return {
    subject: `Your ${oneLine(plan)} plan changes on ${day}`,
    sentences: [
      `Your ${oneLine(plan)} plan costs ${monthly(before, CURRENCY)} now.`,
      `From its renewal on ${day} it costs ${monthly(after, CURRENCY)}.`,
      'You need not do anything if you stay. If you would rather not, you can change to another plan or end yours at any time before that day, and nothing more is charged; the hours you have stay yours until they expire.',
    ],
    link: 'See your plan, change it or end it',
    path: '/profile',
  };
}

/** The announced price of a running plan is off. */
function wordsOfStay(
  { plan, stays, at }: Extract<BillingNews, { what: 'price_stays' }>,
  { BUSINESS_TIME_ZONE, CURRENCY }: Pick<Business, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>,
) {
  return {
    subject: `Your ${oneLine(plan)} plan stays as it is`,
    sentences: [
      `We wrote to you that your ${oneLine(plan)} plan changes on ${dateOf(at, BUSINESS_TIME_ZONE)}. That is off.`,
      `It stays at ${monthly(stays, CURRENCY)}. You need not do anything.`,
    ],
    link: 'See your plan',
    path: '/profile',
  };
}

/** '$1,400.99 a month for 12 hours' */
const monthly = ({ amountCents, hours }: PlanFigures, currency: string): string =>
  `${formatMoney(amountCents, currency)} a month for ${hours === 1 ? '1 hour' : `${hours} hours`}`;

const oneLine = (text: string): string => isolated(text.replace(/\s+/g, ' '));

/** Money and hours that the team gives. */
function wordsFromTeam(
  news: Extract<BillingNews, { what: 'refunded_part' | 'hours_given' }>,
  { BUSINESS_TIME_ZONE, CURRENCY }: Business,
) {
  switch (news.what) {
    case 'refunded_part':
      return {
        subject: 'A refund is on its way to you',
        sentences: [
          `We refund ${formatMoney(news.amountCents, CURRENCY)} of what you paid to your card. Your bank may take a few days to show it.`,
          `${isolated(news.description)}.`,
          ...(news.takesHours
            ? ['The same share of the hours that you have not used of this payment goes with it.']
            : []),
        ],
        reason: oneLine(news.reason),
        link: 'See your payments',
        path: '/billing',
      };
    case 'hours_given': {
      const hours = news.hours === 1 ? '1 hour' : `${news.hours} hours`;
      return {
        subject: `The team has given you ${hours}`,
        sentences: [
          `You have ${hours} more for your visits, to use until the end of ${dateOf(news.expiresAt, BUSINESS_TIME_ZONE)}.`,
        ],
        reason: oneLine(news.reason),
        link: 'See your hours',
        path: '/profile',
      };
    }
  }
}

/** The payment of work past a member's hours. */
function wordsOfWork(
  news: Extract<BillingNews, { what: `work_${string}` }>,
  business: Business,
  card: PaidCard | null,
): Words {
  const currency = business.CURRENCY;
  const receipt = receiptOf(news);
  switch (news.what) {
    case 'work_owed':
      return {
        subject: 'Your payment did not go through',
        sentences: [
          `We could not charge ${formatMoney(news.amountCents, currency)} that you agreed to pay for a visit past your hours.`,
          `${isolated(news.description)}.`,
        ],
        link: 'Pay now, or choose another card',
        path: '/billing',
      };
    case 'work_paid':
      return {
        subject: 'We charged your card as agreed',
        sentences: [
          `We charged ${formatMoney(news.amountCents, currency)} to your card, as you agreed.`,
          `${isolated(news.description)}.`,
          ...(news.replaces ? ['What was charged for this visit before is paid back.'] : []),
        ],
        ...(receipt && {
          facts: factsOf({ ...news, ...receipt }, { of: news.description, card }, business),
        }),
        link: 'See your payments',
        path: '/billing',
      };
    case 'work_returned':
      return {
        subject: 'Your payment is on its way back',
        sentences: [
          `We pay back the ${formatMoney(news.amountCents, currency)} that we charged to your card.`,
          `${isolated(news.description)}.`,
          'Your bank may take a few days to show it.',
        ],
        link: 'See your payments',
        path: '/billing',
      };
  }
}

/** A dispute at the member's bank. */
function wordsOfDispute(
  news: Extract<BillingNews, { what: 'disputed' | 'dispute_won' }>,
  currency: string,
): Words {
  switch (news.what) {
    case 'disputed':
      return {
        subject: 'Your bank is looking into a payment',
        sentences: [
          `Your payment of ${formatMoney(news.amountCents, currency)} for ${isolated(news.description)} was disputed at your bank.`,
          ...heldBy[news.about],
          'If you did not mean to dispute it, please tell your bank, and call us.',
        ],
        link: 'See your payments',
        path: '/billing',
      };
    case 'dispute_won':
      return {
        subject: 'Your payment is no longer disputed',
        sentences: [
          `Your bank has decided about ${formatMoney(news.amountCents, currency)} for ${isolated(news.description)}: the payment stands.`,
          ...freeAgain[news.about],
        ],
        link: 'See your payments',
        path: '/billing',
      };
  }
}

type Disputed = Extract<BillingNews, { what: 'disputed' | 'dispute_won' }>['about'];

const heldBy: Record<Disputed, string[]> = {
  booking: [
    'Until the bank has decided, the booking stays as it is: it can’t be moved, scheduled or cancelled.',
  ],
  plan: ['Until the bank has decided, the hours that are left of that month can’t be used.'],
  payment: [],
};

const freeAgain: Record<Disputed, string[]> = {
  booking: ['Your booking goes on.'],
  plan: ['Your hours can be used again.'],
  payment: [],
};
