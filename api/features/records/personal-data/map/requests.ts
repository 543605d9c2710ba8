import type { DataMap } from '../map.types.ts';
import { emptied, hidden, keptHidden } from './answers.ts';

/** The tables of custom requests and quotes. */
export const requestsAnswers = {
  quotes: {
    why: 'What the team offered, kept with its booking without the words. Who of the team wrote it is hidden.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['created_at', 'id'],
    columns: {
      id: 'kept',
      booking_id: 'kept',
      kind: 'kept',
      amount_cents: 'kept',
      minutes: 'kept',
      scheduled_date: 'kept',
      is_slot: 'kept',
      window_minutes: 'kept',
      message: emptied(null),
      status: 'kept',
      expires_at: 'kept',
      created_by: keptHidden,
      client_id: keptHidden,
      created_at: 'kept',
      settled_at: 'kept',
    },
  },
  custom_requests: {
    why: 'What was asked for beyond the catalogue: kept with its booking, without what the person wrote.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id'],
    columns: {
      booking_id: 'kept',
      service_name: emptied('Custom service'),
      description: emptied(''),
      priority: 'kept',
      location: emptied(''),
      contact_info: emptied(''),
      estimated_minutes: 'kept',
      state: 'kept',
      turn: keptHidden,
      quote_id: 'kept',
      quote_until: 'kept',
      answered_at: 'kept',
    },
  },
  request_words: {
    why: 'By which the team finds a request; hidden, since it repeats what was asked for.',
    whose: { column: 'booking_id', of: 'bookings' },
    columns: { word: hidden, booking_id: hidden },
  },
} satisfies Partial<DataMap>;
