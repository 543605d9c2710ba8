import type { BookingStatus } from '../../../contract/schemas/bookings.ts';

/** Whether a member is told of a status: not of their own change, nor of the return to pending. */
export const isStatusNews = (step: {
  actorId: string | null;
  userId: string;
  status: BookingStatus;
}): boolean => step.actorId !== step.userId && step.status !== 'pending';
