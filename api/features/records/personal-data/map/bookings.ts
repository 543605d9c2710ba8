import { bookingDetailNames } from '../../../../contract/rules/booking-details.ts';
import { columnOf } from '../../../../core/column-of.ts';
import type { DataMap } from '../map.types.ts';
import { allDeleted, allOurs, emptied, hidden, keptHidden } from './answers.ts';

/** The tables of bookings. */
export const bookingsAnswers = {
  bookings: {
    why: 'What was done, when and for how much: the business’s books, kept without details, review and name.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'kept',
      user_id: keptHidden,
      service_id: 'kept',
      service_name: 'kept',
      status: 'kept',
      payment_type: 'kept',
      scheduled_date: 'kept',
      completed_date: 'kept',
      estimated_minutes: 'kept',
      actual_minutes: 'kept',
      review: emptied(null),
      rating: 'kept',
      reviewed_at: 'kept',
      price_cents: 'kept',
      payment_id: 'kept',
      unpaid_since: 'kept',
      time_taken: 'kept',
      window_minutes: 'kept',
      client_id: keptHidden,
      created_at: 'kept',
      updated_at: 'kept',
    },
  },
  booking_status_changes: {
    why: 'A booking’s life, kept with it. Who of the team did a step is hidden.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id', 'seq'],
    columns: {
      id: keptHidden,
      booking_id: 'kept',
      seq: 'kept',
      from_status: 'kept',
      to_status: 'kept',
      actor_id: keptHidden,
      at: 'kept',
    },
  },
  booking_moves: {
    why: 'A booking’s times, kept with it. Who of the team moved it is hidden.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id', 'seq'],
    columns: {
      id: keptHidden,
      booking_id: 'kept',
      seq: 'kept',
      from_date: 'kept',
      to_date: 'kept',
      actor_id: keptHidden,
      at: 'kept',
    },
  },
  booking_counts: {
    why: 'Counts of all bookings.',
    whose: null,
    columns: allOurs('status', 'n'),
  },
  calendar_links: {
    why: 'The address of a person’s calendar; hidden, since whoever knows it reads the calendar.',
    whose: { column: 'user_id' },
    order: ['created_at'],
    columns: { user_id: hidden, id: hidden, created_at: 'deleted' },
  },
  booking_details: {
    why: 'Where a booking takes place, for whom, and in whose words.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id'],
    columns: {
      booking_id: 'deleted',
      ...allDeleted(bookingDetailNames.map(columnOf)),
      as_sent: 'deleted',
    },
  },
  booking_answers: {
    why: 'Answers to the questions of the booked service.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id', 'question_id'],
    columns: { booking_id: 'deleted', question_id: 'deleted', question: 'deleted', answer: 'deleted' },
  },
  answer_photos: {
    why: 'Photos that answer the questions of a service. Their files go with them, and stand beside the tables.',
    whose: { column: 'owner_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'deleted',
      question_id: 'deleted',
      owner_id: hidden,
      booking_id: 'deleted',
      file_id: hidden,
      width: 'deleted',
      height: 'deleted',
      bytes: 'deleted',
      created_at: 'deleted',
    },
  },
} satisfies Partial<DataMap>;
