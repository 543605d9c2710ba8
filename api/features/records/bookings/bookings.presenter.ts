import type { Booking, BookingAnswer, BookingDetail } from '../../../contract/schemas/bookings.ts';
import { namesIn } from '../workers/shown-workers.ts';
import type { selectAnswers } from './answers/answers.repository.ts';
import { detailsOf, notesOf } from './booking-details/booking-details.ts';
import type { BookingRow, selectMoves, selectStatusChanges } from './bookings.repository.ts';
import { unpaidUntil } from './unpaid/unpaid.rules.ts';

/** A request is no service of the catalogue: its name, length and details are the customer's. */
const requestOf = (row: BookingRow) => (row.request_id === null ? null : row);

export function presentBooking(row: BookingRow): Booking {
  const waitsUntil = unpaidUntil(row);
  const request = requestOf(row);
  const place = row.location ?? [row.d_address, row.d_city].filter(Boolean).join(', ');
  return {
    id: row.id,
    status: row.status,
    createdAt: row.created_at,
    scheduledDate: row.scheduled_date,
    ...(row.window_minutes !== null && { windowMinutes: row.window_minutes }),
    completedDate: row.completed_date,
    estimatedHours: row.estimated_minutes / 60,
    actualHours: row.actual_minutes === null ? null : row.actual_minutes / 60,
    notes: notesOf(row, request),
    review: row.review,
    rating: row.rating,
    paymentType: row.payment_type,
    service: {
      id: row.service_id,
      name: row.service_name,
      estimatedHours: (request ? row.estimated_minutes : row.service_estimated_minutes) / 60,
      category: { name: row.category_name, color: row.category_color, icon: row.category_icon },
      ...(row.service_picture && { picture: row.service_picture }),
    },
    user: { email: row.user_email },
    ...(row.extra_minutes !== null && { extraHours: row.extra_minutes / 60 }),
    ...(row.disputed && { disputed: true as const }),
    ...(waitsUntil && { unpaidUntil: waitsUntil }),
    ...(row.quote_until &&
      row.status !== 'cancelled' && {
        quoteUntil: row.quote_until,
        ...(row.quote_cents !== null && { quoteCents: row.quote_cents }),
        ...(row.quote_minutes !== null && { quoteHours: row.quote_minutes / 60 }),
      }),
    ...(place && { place }),
    ...presentWorkers(row),
  };
}

/** Who comes to a visit, or is there; nobody for a booking that is not so far, or is over. */
export const workersOf = (row: Pick<BookingRow, 'status' | 'worker_names'>): string[] =>
  row.status === 'scheduled' || row.status === 'in_progress' ? namesIn(row.worker_names) : [];

function presentWorkers(row: BookingRow): Pick<Booking, 'worker'> {
  const [name, ...others] = workersOf(row);
  if (name === undefined) return {};
  return { worker: { name, picture: row.worker_picture, ...(others.length > 0 && { others }) } };
}

type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number];

/** An app that knows no photos shows the word. */
const presentAnswer = ({ question, answer, width, height }: AnswerRow): BookingAnswer =>
  width === null || height === null
    ? { question, answer }
    : { question, answer: 'Photo', photo: { id: answer, width, height } };

export function presentBookingDetail(
  row: BookingRow,
  life: {
    statusChanges: Awaited<ReturnType<typeof selectStatusChanges>>;
    moves: Awaited<ReturnType<typeof selectMoves>>;
    answers: readonly AnswerRow[];
  },
  terms: Pick<
    BookingDetail,
    'changes' | 'payment' | 'quote' | 'noticeHours' | 'past' | 'terms' | 'extra' | 'charges' | 'timeTaken'
  >,
): BookingDetail {
  const details = detailsOf(row, requestOf(row));
  return {
    ...presentBooking(row),
    ...(details && { details }),
    ...(life.answers.length > 0 && {
      answers: life.answers.map(presentAnswer),
    }),
    statusChanges: life.statusChanges.map((change) => ({
      from: change.from_status,
      to: change.to_status,
      at: change.at,
      ...byWhom(change.actor_id, row),
    })),
    moves: life.moves.map((move) => ({
      from: move.from_date,
      to: move.to_date,
      at: move.at,
      ...byWhom(move.actor_id, row),
    })),
    changes: terms.changes,
    payment: terms.payment,
    quote: terms.quote,
    ...(terms.noticeHours && { noticeHours: terms.noticeHours }),
    ...(terms.past && { past: terms.past }),
    ...(terms.terms && { terms: terms.terms }),
    ...(terms.timeTaken && { timeTaken: terms.timeTaken }),
    ...(terms.extra && { extra: terms.extra }),
    ...(terms.charges?.length && { charges: terms.charges }),
  };
}

/**
 * The customer, or anyone else of the team; left out for a step without a person, such as a payment that arrived.
 */
const byWhom = (actorId: string | null, { user_id }: BookingRow) =>
  actorId && { by: actorId === user_id ? ('customer' as const) : ('team' as const) };
