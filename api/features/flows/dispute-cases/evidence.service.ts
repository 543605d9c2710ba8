import type { Dispute, DisputeDetail } from '../../../contract/schemas/disputes.ts';
import { type Person, personOf } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import { type Page, pageOf, readCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { listWorkOf } from '../../records/hours/hours.service.ts';
import { listMessages } from '../../records/messages/messages.service.ts';
import { findDispute, selectDisputes } from '../../records/payments/disputes/disputes.repository.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import { presentDispute } from './dispute-cases.presenter.ts';

const pageLength = 50;

/** All disputes, newest first; the contract asks for the permission. */
export async function listDisputes(
  deps: Pick<Deps, 'db' | 'payments'>,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Dispute>> {
  const { db, payments } = deps;
  const limit = page.limit ?? pageLength;
  const { rows, next } = pageOf(await selectDisputes(db, readCursor(page.cursor), limit + 1), limit);
  return { rows: rows.map((row) => presentDispute(row, payments)), next };
}

/**
 * A dispute with its evidence for the bank: for a booking its history, completion and thread, for a plan the work
 * that used its hours. The contract asks for the permission.
 * @throws Refusal `not_found`
 */
export async function readDispute(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'payments'>,
  person: Person,
  id: string,
): Promise<DisputeDetail> {
  const row = await findDispute(deps.db, id);
  if (!row) throw notFound('Dispute');
  const work = row.invoice_id ? await listWorkOf(deps.db, row.invoice_id) : [];
  // Disputes show the booking's dates and steps to everybody who may read them, its thread only to some.
  const customer = personOf(row.user_id, null);
  const booking = row.booking_id ? await readBooking(deps, customer, row.booking_id) : null;
  const thread =
    booking && person.permissions.has('bookings.read')
      ? (await listMessages(deps.db, person, booking.id, { limit: 200 })).rows
      : [];
  return {
    ...presentDispute(row, deps.payments),
    evidence: {
      bookedAt: booking?.createdAt ?? null,
      scheduledDate: booking?.scheduledDate ?? null,
      completedAt: booking?.completedDate ?? null,
      actualHours: booking?.actualHours ?? null,
      steps: booking?.statusChanges ?? [],
      messages: thread.map(({ createdAt, senderType, message, photos }) => ({
        at: createdAt,
        from: senderType === 'customer' ? ('customer' as const) : ('team' as const),
        text: message,
        photos: photos.length,
      })),
      work: work.map(({ booking_id, service_name, at, minutes }) => ({
        bookingId: booking_id,
        service: service_name,
        at,
        hours: -minutes / 60,
      })),
    },
  };
}
