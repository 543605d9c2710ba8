import { createHash } from 'node:crypto';
import { chatHref, type PushPayload } from '../../../contract/rules/push-payload.ts';
import { beginningOf } from '../../../contract/rules/text/beginning-of.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Facts } from '../../records/notices/notices.repository.ts';
import type { AccountNews, BillingNews } from '../../records/notices/notices.service.ts';
import { whoLine } from './letters.ts';
import { shortWhen } from './wording.ts';

/** A notification's text and link. Like a letter, it contains no address, no notes and no message's text. */
export type Flash = Pick<PushPayload, 'title' | 'body' | 'href' | 'tag'>;

/** The longest text, in characters, longer than any screen shows: a custom request's title is its customer's own. */
const longestBody = 200;

export function bookingFlash(
  {
    bookingId,
    service_name,
    scheduled_date,
    ...facts
  }: Pick<Facts, 'service_name' | 'scheduled_date' | 'status'> & {
    bookingId: string;
    workers: readonly string[];
  },
  title: string,
  timeZone: string,
): Flash {
  const when = scheduled_date && shortWhen(scheduled_date, timeZone);
  return {
    title,
    body: [isolated(beginningOf(service_name, longestBody)), when, ...whoLine(facts)]
      .filter(Boolean)
      .join(' · '),
    href: `/bookings/${bookingId}`,
    tag: `booking:${bookingId}`,
  };
}

export const chatFlash = (title: string): Flash => ({
  title,
  body: 'Open the live chat to read it.',
  href: chatHref,
  tag: 'chat',
});

const billing: Record<BillingNews['what'], Pick<Flash, 'body' | 'href'>> = {
  renewal_failed: { body: 'Pay now, or choose another card.', href: '/profile' },
  price_moves: { body: 'See the new price, and what you can do.', href: '/profile' },
  price_stays: { body: 'The change that we wrote of is off. See what you pay.', href: '/profile' },
  plan_ended: { body: 'See your hours, or choose a plan.', href: '/profile' },
  paid: { body: 'See your booking and your receipt.', href: '/billing' },
  plan_paid: { body: 'See your plan and your receipt.', href: '/profile' },
  unpaid_booking: {
    body: 'No hours of a plan were free for it within a day. Nothing was charged for it.',
    href: '/bookings',
  },
  time_taken: {
    body: 'Somebody else has the time that you chose. See what else is free.',
    href: '/bookings',
  },
  work_owed: { body: 'Pay now, or choose another card.', href: '/billing' },
  work_paid: { body: 'It paid a visit past your hours. See your payments.', href: '/billing' },
  work_returned: { body: 'It paid a visit past your hours. See your payments.', href: '/billing' },
  refunded: { body: 'What you paid for could not be booked. See your payments.', href: '/billing' },
  hours_given_back: { body: 'A refund had taken them. See your hours.', href: '/profile' },
  refunded_part: { body: 'Part of what you paid goes back to your card. See why.', href: '/billing' },
  hours_given: { body: 'See how many, and until when you can use them.', href: '/profile' },
  disputed: { body: 'Until your bank has decided, what it paid for stays as it is.', href: '/billing' },
  dispute_won: { body: 'What it paid for goes on.', href: '/billing' },
};

/** A receipt has a tag of its own, so that it does not replace a notification that asks for something. */
function tagOf(news: BillingNews): string {
  if (news.what === 'time_taken') return `booking:${news.bookingId}`;
  if (news.what === 'work_paid') return `paid:${news.paymentId}`;
  if (news.what === 'refunded_part') return `part:${news.refundId}`;
  return news.what === 'hours_given' ? `given:${news.grantId}` : 'billing';
}

export const billingFlash = (news: BillingNews, title: string): Flash => ({
  title,
  ...billing[news.what],
  ...(news.what === 'time_taken' && { href: `/bookings/${news.bookingId}` }),
  tag: tagOf(news),
});

const account: Record<AccountNews['what'], Pick<Flash, 'body' | 'href'>> = {
  deletion_planned: { body: 'You can still keep it, in your profile.', href: '/profile?tab=profile' },
  deletion_taken_back: { body: 'Everything stays as it is.', href: '/profile?tab=profile' },
  data_ready: { body: 'Download it from your profile.', href: '/profile?tab=profile' },
  data_failed: { body: 'Ask for it again from your profile.', href: '/profile?tab=profile' },
};

export const accountFlash = ({ what }: AccountNews, title: string): Flash => ({
  title,
  ...account[what],
  tag: 'account',
});

/** A group's name for push services, hashed because they must not learn whose booking it is. */
export const topicOf = (noticeUserId: string, { tag }: Flash): string =>
  createHash('sha256').update(`${noticeUserId} ${tag}`).digest('base64url').slice(0, 32);
