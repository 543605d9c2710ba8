import type { BookingStatus, PaymentType } from '../../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { QuestionRow } from './overtime.repository.ts';
import { askedMinutes, splitMinutes } from './overtime.rules.ts';

interface Work {
  status: BookingStatus;
  payment_type: PaymentType;
  estimated_minutes: number;
  actual_minutes: number | null;
}

/** The effect of a new status or new hours on a booking's question. */
export interface Asking {
  /** The question that waits until now. */
  standing: QuestionRow | null;
  next: 'stays' | 'ends' | Pick<QuestionRow, 'from_minutes' | 'to_minutes' | 'reason'>;
}

/**
 * Divides a booking's actual hours into those used at once and those that its customer must agree to first.
 * Only work under a plan is asked about: a card pays a fixed price, and a request has no agreement yet. Work that is
 * no longer done asks nothing, nor does a correction within the limits. An agreement holds only while it stands.
 * Once its hours were taken back or reduced, they may serve other work and the money is refunded, so more hours need
 * a new question. Completing again without hours leaves the question as it is. A customer whose account is being
 * deleted is asked nothing: the estimate stands.
 * @param newest the booking's newest question that was not withdrawn
 * @param wanted.reason `undefined` if none was given, `null` if none is needed
 * @throws Refusal `invalid_input` if a reason is needed
 */
export function divideHours(
  booking: Work,
  newest: QuestionRow | null,
  wanted: {
    status: BookingStatus;
    minutes: number | null;
    isSaid: boolean;
    reason: string | null | undefined;
    isGone: boolean;
  },
): { minutes: number | null; asking: Asking } {
  const standing = newest?.state === 'waiting' ? newest : null;
  const wasCompleted = booking.status === 'completed';
  const { status, minutes, isSaid, reason, isGone } = wanted;
  if (status !== 'completed' || booking.payment_type !== 'subscription' || minutes === null)
    return { minutes, asking: { standing, next: standing ? 'ends' : 'stays' } };
  const stands = wasCompleted ? (booking.actual_minutes ?? 0) : 0;
  const { used, waiting } = splitMinutes(minutes, { estimated: booking.estimated_minutes, stands });
  if (waiting === 0 || isGone) {
    const ends = standing && (isSaid || !wasCompleted);
    return { minutes: used, asking: { standing, next: ends ? 'ends' : 'stays' } };
  }
  const to_minutes = used + waiting;
  if (standing?.to_minutes === to_minutes && (reason ?? standing.reason) === standing.reason)
    return { minutes: used, asking: { standing, next: 'stays' } };
  if (reason === undefined) {
    const message = 'Please say why it took longer. The customer is asked to agree.';
    throw new Refusal('invalid_input', message, { fields: { reason: message } });
  }
  return {
    minutes: used,
    asking: { standing, next: { from_minutes: used, to_minutes, reason: reason ?? '' } },
  };
}

/** Minutes that wait for the customer afterwards, and minutes whose question is withdrawn. */
export function waitingAfter({ standing, next }: Asking): { waiting: number; withdrawn: number } {
  const waits = standing ? askedMinutes(standing) : 0;
  if (next === 'stays') return { waiting: waits, withdrawn: 0 };
  if (next === 'ends') return { waiting: 0, withdrawn: waits };
  return { waiting: askedMinutes(next), withdrawn: 0 };
}

/** Whether the customer is notified of a question. */
export const asks = ({ next }: Asking): boolean => next !== 'stays' && next !== 'ends';
