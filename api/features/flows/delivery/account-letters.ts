import { formatMoney } from '../../../contract/rules/money.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Env } from '../../../core/env.ts';
import type { AccountNews } from '../../records/notices/notices.service.ts';
import { greetingOf } from './letter.ts';
import type { LetterContent } from './letter-content.ts';
import { dateOf } from './wording.ts';

type Business = Pick<Env, 'BUSINESS_TIME_ZONE'>;

/** The letter about a member's account. Its link requires their session. */
export function composeAccount(
  news: AccountNews,
  member: { first_name: string },
  business: Business,
): LetterContent {
  const { subject, sentences, link } = wordsOf(news, business);
  return {
    subject,
    greeting: greetingOf(member),
    sentences,
    action: { label: link, path: '/profile?tab=profile' },
  };
}

/**
 * The last letter, when the account is deleted; it has no link.
 * @param charges the charges for work past their hours that were paid since the deletion began
 */
export const composeFarewell = (
  member: { first_name: string },
  charges: readonly { description: string; amount_cents: number }[],
  { CURRENCY }: Pick<Env, 'CURRENCY'>,
): LetterContent => ({
  subject: 'Your account is deleted',
  greeting: greetingOf(member),
  sentences: [
    'Your account is now deleted, as requested. Open bookings are cancelled on their terms, and your plan has ended.',
    ...charges.map(
      ({ description, amount_cents }) =>
        `We charged ${formatMoney(amount_cents, CURRENCY)} to your card, as you agreed: ${isolated(description)}.`,
    ),
    'Payment records that the law requires us to keep stay, without your name. This is our last letter to you.',
  ],
});

function wordsOf(news: AccountNews, { BUSINESS_TIME_ZONE }: Business) {
  switch (news.what) {
    case 'data_ready':
      return {
        subject: 'Your data is ready',
        sentences: [
          'The file with all data that we store about you is ready.',
          `You can download it until ${dateOf(news.until, BUSINESS_TIME_ZONE)}; only you can, signed in.`,
        ],
        link: 'Download it',
      };
    case 'deletion_planned':
      return {
        subject: 'Your account will be deleted',
        sentences: [
          `${news.byTeam ? 'As you asked us, we' : 'We'} delete your account on ${dateOf(news.at, BUSINESS_TIME_ZONE)}.`,
          'Until then you can keep it. If you did not ask for this, keep it, and call us.',
        ],
        link: 'See what will happen, or keep your account',
      };
    case 'deletion_taken_back':
      return {
        subject: 'Your account stays',
        sentences: ['Your account will not be deleted. Everything stays as it is.'],
        link: 'See your profile',
      };
    case 'data_failed':
      return {
        subject: 'Your data could not be put together',
        sentences: ['The file of your data could not be made. We are sorry.'],
        link: 'Ask for it again',
      };
  }
}
