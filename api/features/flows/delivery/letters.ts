import { whoComes } from '../../../contract/rules/business/who-comes.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Env } from '../../../core/env.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Facts } from '../../records/notices/notices.repository.ts';
import type { Returned } from '../../records/notices/notices.service.ts';
import type { NoticeKind, TeamNoticeKind } from '../../records/notices/notices.table.ts';
import type { OwnActContent } from '../../records/notices/own-acts.service.ts';
import { choiceOf, greetingOf } from './letter.ts';
import type { BookingWords, LetterContent } from './letter-content.ts';
import { movedByCustomer, returnedWords, wordsOfOwnAct } from './own-act-letters.ts';
import { longWhen } from './wording.ts';

type Business = Pick<Env, 'BUSINESS_TIME_ZONE' | 'CURRENCY'>;

/** The kinds of notice about a booking. */
export type BookingKind = Exclude<
  NoticeKind,
  'billing' | 'receipt' | 'account' | 'chat_answer' | TeamNoticeKind
>;

const updates: Partial<Record<BookingStatus, BookingWords>> = {
  scheduled: {
    subject: 'Your booking is scheduled',
    sentence: 'Good news: the team has scheduled your booking.',
    link: 'See it, or add it to your calendar',
  },
  in_progress: {
    subject: 'Your service has started',
    sentence: 'The team has started on your service.',
    link: 'Follow it, or write to the team',
  },
  completed: {
    subject: 'Your service is complete',
    sentence: 'The team has completed your service. How was it?',
    link: 'See it, and leave a review',
  },
};

/** @param returned what the customer gets back; `null` for a notice of an earlier release */
const cancelled = (returned: Returned | null, currency: string): BookingWords => ({
  subject: 'Your booking is cancelled',
  sentence: [
    'The team has cancelled your booking.',
    returned && returnedWords(returned, currency),
    'If you did not expect this, please write or call us.',
  ]
    .filter(Boolean)
    .join(' '),
  link: 'See it, or write to the team',
});

const movedByTeam = (status: BookingStatus): BookingWords => ({
  subject: 'Your booking has a new time',
  sentence:
    status === 'pending'
      ? 'The team has moved your booking to the time below, and will confirm it. If it does not suit you, please write or call us.'
      : 'The team has moved your booking to the time below. If it does not suit you, please write or call us.',
  link: 'See it, or write to the team',
});

const withdrawn: BookingWords = {
  subject: 'Your quote was withdrawn',
  sentence:
    'The team has taken back the quote that you were sent, so it can no longer be accepted. If you did not expect this, please write or call us.',
  link: 'See your request, or write to the team',
};

/**
 * The letter contains the team's reason: it was written for the customer, and nobody should agree to hours without
 * it.
 */
const askedFor = ({ hours, reason, answerBy }: Extra, timeZone: string): BookingWords => {
  const more = `${Math.round(hours * 100) / 100} h`;
  return {
    subject: `Your service took ${more} longer`,
    sentence: `Your service took ${more} longer than estimated, and the team asks you to agree by ${longWhen(answerBy, timeZone)}. Unless you do, the estimate stands and nothing more is charged.`,
    quoted: reason,
    link: 'See what it takes, and agree or decline',
  };
};

/** Hours past the estimate that wait for the customer's consent. */
interface Extra {
  hours: number;
  reason: string;
  /** The end of the time to answer. */
  answerBy: string;
}

/** The facts of a notice's booking, and what it is about: a move, a withdrawn quote, a question, or the customer's own act. */
type About = Facts & {
  bookingId: string;
  moved: 'by team' | 'by customer' | null;
  withdrawn: boolean;
  extra: Extra | undefined;
  /** The customer's own act that the letter confirms. */
  act: OwnActContent | null;
  /** What the team's cancellation gives back. */
  returned: Returned | null;
  /** Whether it tells of money, so that it goes out whatever its reader chose. */
  isAboutMoney: boolean;
  /** The names of those who come, or are there; none if nobody is known, or none is to be shown. */
  workers: readonly string[];
  /** Whether somebody else comes than the customer knew. */
  isOther: boolean;
  /** How soon the team answers a request, in the owner's words; '' where nothing is promised. */
  replyTime: string;
};

const choices: Record<BookingKind, string> = {
  reminder: 'service reminders',
  booking_update: 'booking updates',
  team_message: 'messages from the team',
  quote: 'booking updates',
  extra_hours: 'booking updates',
};

/**
 * The letter of a notice: the event, the time, a link, and how to stop such letters. It contains no address, no
 * notes and no message's text, because others may see the screen. It names who comes, since the customer opens the door.
 */
export function compose(kind: BookingKind, facts: About, business: Business, now: Date): LetterContent {
  const { subject, sentence, quoted, link } = wordsOf(kind, facts, business, now);
  const { scheduled_date: at, window_minutes } = facts;
  const when = at && longWhen(at, business.BUSINESS_TIME_ZONE, window_minutes);
  return {
    subject,
    greeting: greetingOf(facts),
    sentences: [sentence],
    about: [isolated(facts.service_name), ...(when ? [when] : []), ...whoLine(facts)],
    ...(quoted && { reason: isolated(quoted.replace(/\s+/g, ' ')) }),
    action: { label: link, path: `/bookings/${facts.bookingId}` },
    ...(!facts.isAboutMoney && { choice: choiceOf(choices[kind]) }),
  };
}

/** The line that says who comes. */
export const whoLine = ({ workers, status }: Pick<About, 'workers' | 'status'>): string[] =>
  workers.length > 0 ? [whoComes(workers, status === 'in_progress')] : [];

const otherWorker: BookingWords = {
  subject: 'Somebody else comes to your visit',
  sentence: 'The team has changed who comes to your visit. Its time stays as it is.',
  link: 'See who comes, or write to the team',
};

function wordsOf(kind: BookingKind, facts: About, business: Business, now: Date): BookingWords {
  if (kind === 'reminder') {
    const today =
      facts.scheduled_date &&
      dayOf(facts.scheduled_date, business.BUSINESS_TIME_ZONE) === dayOf(now, business.BUSINESS_TIME_ZONE);
    const day = today ? 'today' : 'tomorrow';
    return {
      subject: `Your service is ${day}`,
      sentence: `We are with you ${day}.`,
      link: 'See it, or write to the team',
    };
  }
  if (kind === 'team_message')
    return {
      subject: 'The team wrote to you',
      sentence: 'The team wrote to you about your booking.',
      link: 'Read it and answer',
    };
  if (facts.extra) return askedFor(facts.extra, business.BUSINESS_TIME_ZONE);
  if (facts.isOther) return otherWorker;
  if (facts.act) return wordsOfOwnAct(facts.act, { currency: business.CURRENCY, replyTime: facts.replyTime });
  if (facts.moved === 'by customer') return movedByCustomer(facts.status);
  if (facts.moved) return movedByTeam(facts.status);
  if (facts.withdrawn) return withdrawn;
  if (kind === 'quote') {
    const until = facts.quote_until && longWhen(facts.quote_until, business.BUSINESS_TIME_ZONE);
    return {
      subject: 'Your quote is ready',
      sentence: `The team has answered your request with a quote.${until ? ` It is valid until ${until}.` : ''}`,
      link: 'See it, and accept or decline',
    };
  }
  if (facts.returned || facts.status === 'cancelled') return cancelled(facts.returned, business.CURRENCY);
  const words = updates[facts.status];
  if (!words) throw new Error(`No letter exists for the status ${facts.status}`);
  return words;
}
