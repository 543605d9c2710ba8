import { formatMoney } from '../../../contract/rules/money.ts';
import type { Env } from '../../../core/env.ts';
import type { BillingNews, PlanFigures } from '../../records/notices/notices.service.ts';
import { dateOf, longWhen } from './wording.ts';

type Business = Pick<
  Env,
  'PUBLIC_URL' | 'BUSINESS_NAME' | 'BUSINESS_TIME_ZONE' | 'SUPPORT_PHONE' | 'CURRENCY'
>;

/** The letter about a member's payments: the event, the amount, and the next step. */
export function composeBilling(
  news: BillingNews,
  member: { first_name: string },
  business: Business,
): { subject: string; text: string } {
  const { subject, sentences, link, path } = wordsOf(news, business);
  const lines = [
    `Hello ${member.first_name || 'there'},`,
    '',
    ...sentences,
    '',
    `${link}:`,
    `${business.PUBLIC_URL}${path}`,
    '',
    `${business.BUSINESS_NAME} · ${business.SUPPORT_PHONE}`,
    '',
  ];
  return { subject, text: lines.join('\n') };
}

function wordsOf(news: BillingNews, { BUSINESS_TIME_ZONE, CURRENCY }: Business) {
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
      return wordsOfMove(news, { BUSINESS_TIME_ZONE, CURRENCY });
    case 'unpaid_booking':
    case 'time_taken':
      return wordsOfBooking(news, BUSINESS_TIME_ZONE);
    case 'work_owed':
    case 'work_paid':
    case 'work_returned':
      return wordsOfWork(news, CURRENCY);
    case 'refunded': {
      const { amountCents, restCents = amountCents } = news;
      const back =
        restCents < amountCents ? `the rest of it, ${formatMoney(restCents, CURRENCY)}` : 'all of it';
      return {
        subject: 'Your payment is on its way back',
        sentences: [
          `Your payment of ${formatMoney(amountCents, CURRENCY)} went through, but ${news.description} could not be booked any more.`,
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
          `We refunded a payment of yours: ${news.description}. The refund took ${news.hours} h that you had not used.`,
          'We have given them back to you. They expire when they would have.',
        ],
        link: 'See your hours',
        path: '/profile',
      };
    case 'refunded_part':
    case 'hours_given':
      return wordsFromTeam(news, { BUSINESS_TIME_ZONE, CURRENCY });
    case 'disputed':
      return {
        subject: 'Your bank is looking into a payment',
        sentences: [
          `Your payment of ${formatMoney(news.amountCents, CURRENCY)} for ${news.description} was disputed at your bank.`,
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
          `Your bank has decided about ${formatMoney(news.amountCents, CURRENCY)} for ${news.description}: the payment stands.`,
          ...freeAgain[news.about],
        ],
        link: 'See your payments',
        path: '/billing',
      };
  }
}

/** A booking that was not paid in time: it is gone, or somebody else has the time that was chosen. */
function wordsOfBooking(
  news: Extract<BillingNews, { what: 'unpaid_booking' | 'time_taken' }>,
  timeZone: string,
) {
  if (news.what === 'unpaid_booking')
    return {
      subject: 'Your booking was not paid',
      sentences: [
        'You booked with a plan, and for a day you had no free hours of a plan that can be used at the time of that visit. So we have let the booking go.',
        'Nothing was charged for the visit, and it took no hours. You can book again at any time.',
      ],
      link: 'See your bookings',
      path: '/bookings',
    };
  const when = (at: string) => longWhen(at, timeZone);
  const nearest = news.nearest.map(when).join('; ');
  return {
    subject: 'Your time was taken before you paid',
    sentences: [
      `You paid for ${oneLine(news.service)}. Meanwhile somebody else has booked ${when(news.start)}.`,
      'Your booking stands as a wish for that time, and the team will answer it. You can also move it, or cancel it.',
      ...(nearest ? [`These times were free just now: ${nearest}.`] : []),
    ],
    link: 'See your booking',
    path: `/bookings/${news.bookingId}`,
  };
}

/** The plan's name; earlier releases wrote the id of one of the first plans, which is its name in small letters. */
const planOf = (news: Extract<BillingNews, { what: 'renewal_failed' | 'plan_ended' }>): string =>
  'plan' in news ? news.plan : news.tier.charAt(0).toUpperCase() + news.tier.slice(1);

/** A new price of a running plan, with the way to leave. */
function wordsOfMove(
  { plan, before, after, at }: Extract<BillingNews, { what: 'price_moves' }>,
  { BUSINESS_TIME_ZONE, CURRENCY }: Pick<Business, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>,
) {
  const figures = ({ amountCents, hours }: PlanFigures) =>
    `${formatMoney(amountCents, CURRENCY)} a month for ${hours === 1 ? '1 hour' : `${hours} hours`}`;
  const day = dateOf(at, BUSINESS_TIME_ZONE);
  return {
    subject: `Your ${oneLine(plan)} plan changes on ${day}`,
    sentences: [
      `Your ${oneLine(plan)} plan costs ${figures(before)} now.`,
      `From its renewal on ${day} it costs ${figures(after)}.`,
      'You need not do anything if you stay. If you would rather not, you can change to another plan or end yours at any time before that day, and nothing more is charged; the hours you have stay yours until they expire.',
    ],
    link: 'See your plan, change it or end it',
    path: '/profile',
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Money and hours that the team gives. */
function wordsFromTeam(
  news: Extract<BillingNews, { what: 'refunded_part' | 'hours_given' }>,
  { BUSINESS_TIME_ZONE, CURRENCY }: Pick<Business, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>,
) {
  switch (news.what) {
    case 'refunded_part':
      return {
        subject: 'A refund is on its way to you',
        sentences: [
          `We refund ${formatMoney(news.amountCents, CURRENCY)} of what you paid to your card. Your bank may take a few days to show it.`,
          `${news.description}.`,
          ...(news.takesHours
            ? ['The same share of the hours that you have not used of this payment goes with it.']
            : []),
          `The team’s reason: ${oneLine(news.reason)}`,
        ],
        link: 'See your payments',
        path: '/billing',
      };
    case 'hours_given': {
      const hours = news.hours === 1 ? '1 hour' : `${news.hours} hours`;
      return {
        subject: `The team has given you ${hours}`,
        sentences: [
          `You have ${hours} more for your visits, to use until the end of ${dateOf(news.expiresAt, BUSINESS_TIME_ZONE)}.`,
          `The team’s reason: ${oneLine(news.reason)}`,
        ],
        link: 'See your hours',
        path: '/profile',
      };
    }
  }
}

/** The payment of work past a member's hours. */
function wordsOfWork(news: Extract<BillingNews, { what: `work_${string}` }>, currency: string) {
  switch (news.what) {
    case 'work_owed':
      return {
        subject: 'Your payment did not go through',
        sentences: [
          `We could not charge ${formatMoney(news.amountCents, currency)} that you agreed to pay for a visit past your hours.`,
          `${news.description}.`,
        ],
        link: 'Pay now, or choose another card',
        path: '/billing',
      };
    case 'work_paid':
      return {
        subject: 'We charged your card as agreed',
        sentences: [
          `We charged ${formatMoney(news.amountCents, currency)} to your card, as you agreed.`,
          `${news.description}.`,
          ...(news.replaces ? ['What was charged for this visit before is paid back.'] : []),
        ],
        link: 'See your payments',
        path: '/billing',
      };
    case 'work_returned':
      return {
        subject: 'Your payment is on its way back',
        sentences: [
          `We pay back the ${formatMoney(news.amountCents, currency)} that we charged to your card.`,
          `${news.description}.`,
          'Your bank may take a few days to show it.',
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
