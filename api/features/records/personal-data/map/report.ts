import type { DataMap } from '../map.types.ts';
import { hidden, keptHidden } from './answers.ts';

/** The tables of the month’s report. */
export const reportAnswers = {
  thread_answers: {
    why: 'How long the team took: the month’s report; hidden, since the messages say it.',
    whose: { column: 'booking_id', of: 'bookings' },
    columns: {
      booking_id: keptHidden,
      asked_at: keptHidden,
      waited_seconds: keptHidden,
      waiting_since: keptHidden,
    },
  },
  request_answers: {
    why: 'How long the team took: the month’s report; hidden, since the quotes say it.',
    whose: { column: 'booking_id', of: 'bookings' },
    columns: { booking_id: keptHidden, asked_at: keptHidden, waited_seconds: keptHidden },
  },
  chat_answers: {
    why: 'How long the team took; hidden, since the messages say it, and goes with them.',
    whose: { column: 'conversation_id' },
    columns: { conversation_id: hidden, seq: hidden, asked_at: hidden, waited_seconds: hidden },
  },
} satisfies Partial<DataMap>;
