import { randomUUID } from 'node:crypto';
import type { BookingStatus, PaymentType } from '../../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { Tx } from '../../../../db/database.ts';
import { announceOvertime } from '../../notices/notices.service.ts';
import { insertQuestion, type QuestionRow, settleQuestion } from './overtime.repository.ts';
import { splitMinutes } from './overtime.rules.ts';
import { askedMinutes, readQuestion } from './question.service.ts';

interface Work {
  id: string;
  user_id: string;
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
 * deleted is asked nothing: the estimate stands. The caller holds the booking's lock.
 * @param wanted.reason `undefined` if none was given, `null` if none is needed
 * @throws Refusal `invalid_input` if a reason is needed
 */
export async function divideHours(
  tx: Tx,
  booking: Work,
  wanted: {
    status: BookingStatus;
    minutes: number | null;
    isSaid: boolean;
    reason: string | null | undefined;
    isGone: boolean;
  },
): Promise<{ minutes: number | null; asking: Asking }> {
  const newest = await readQuestion(tx, booking.id);
  const standing = newest?.state === 'waiting' ? newest : null;
  const was = booking.status === 'completed';
  const { status, minutes, isSaid, reason, isGone } = wanted;
  if (status !== 'completed' || booking.payment_type !== 'subscription' || minutes === null)
    return { minutes, asking: { standing, next: standing ? 'ends' : 'stays' } };
  const stands = was ? (booking.actual_minutes ?? 0) : 0;
  const { used, asked } = splitMinutes(minutes, { estimated: booking.estimated_minutes, stands });
  if (asked === 0 || isGone) {
    const ends = standing && (isSaid || !was);
    return { minutes: used, asking: { standing, next: ends ? 'ends' : 'stays' } };
  }
  const to_minutes = used + asked;
  if (standing?.to_minutes === to_minutes && (reason ?? standing.reason) === standing.reason)
    return { minutes: used, asking: { standing, next: 'stays' } };
  if (reason === undefined) {
    const message = 'Please say why it took longer: its customer is asked to agree';
    throw new Refusal('invalid_input', message, { fields: { reason: message } });
  }
  return {
    minutes: used,
    asking: { standing, next: { from_minutes: used, to_minutes, reason: reason ?? '' } },
  };
}

/** Minutes that wait for the customer afterwards, and minutes whose question is withdrawn. */
export function waitingAfter({ standing, next }: Asking): { asked: number; withdrawn: number } {
  const waits = standing ? askedMinutes(standing) : 0;
  if (next === 'stays') return { asked: waits, withdrawn: 0 };
  if (next === 'ends') return { asked: 0, withdrawn: waits };
  return { asked: askedMinutes(next), withdrawn: 0 };
}

/**
 * Asks the question, or ends the standing one, in the transaction that decides it. @returns whether the customer is
 * notified
 */
export async function settleAsking(
  tx: Tx,
  booking: { id: string; user_id: string },
  { standing, next }: Asking,
  { actorId, now }: { actorId: string; now: string },
): Promise<boolean> {
  if (next === 'stays') return false;
  if (standing) await settleQuestion(tx, standing.id, { state: 'withdrawn', settled_at: now });
  if (next === 'ends') return false;
  const id = randomUUID();
  await insertQuestion(tx, {
    id,
    booking_id: booking.id,
    user_id: booking.user_id,
    ...next,
    state: 'waiting',
    asked_by: actorId,
    asked_at: now,
    settled_at: null,
  });
  await announceOvertime(tx, { questionId: id, bookingId: booking.id, userId: booking.user_id, now });
  return true;
}
