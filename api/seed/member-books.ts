import { plans } from '../contract/rules/plans.ts';
import { personas } from '../core/personas.ts';
import { seedId } from '../core/seed-id.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { rememberContact } from '../features/records/account/people-search/people-search.service.ts';
import { contactOf, rowOf } from '../features/records/bookings/booking-details/booking-details.ts';
import { grantForInvoice, settleBooking } from '../features/records/hours/hours.service.ts';
import { memberBookings, planPeriods } from './member-history.ts';
import { addPhoto } from './member-photos.ts';
import { serviceOf } from './offer.ts';

const { member, admin } = personas;
/** The Standard plan in its first version, whose id is the plan's own. */
const plan = plans.standard;
const contact = { phone: '0491 570 006', address: '14 Wattle Street, Marrickville NSW 2204' };
/** The details of a booking with the plan's hours, whose form asks for more than that of a card. */
const household = {
  ...{
    phone: contact.phone,
    address: '14 Wattle Street',
    city: 'Marrickville',
    state: 'NSW',
    postalCode: '2204',
  },
  ...{ emergencyContact: 'Ruth Abara', emergencyPhone: '0491 570 157' },
};

/** The names shared by our books and the provider's. */
export const memberPlan = {
  ...plan,
  productName: `${plan.name} Plan`,
  subscriptionId: seedId('subscription: member'),
  providerId: 'sub_HearthkeepMember',
  intentId: 'pi_HearthkeepMember1',
};

/**
 * Writes the member's plan and a month of history, as seen from now. Entries of hours are written in the order of
 * time.
 */
export async function addMemberBooks(
  tx: Tx,
  { clock, env, photos }: Pick<Deps, 'clock' | 'env' | 'photos'>,
): Promise<void> {
  const now = clock.now();
  const movements = await addPlan(tx, now, env.CURRENCY, env.BUSINESS_TIME_ZONE);
  for (const booking of memberBookings(now, env.BUSINESS_TIME_ZONE)) {
    movements.push(...(await addBooking(tx, booking, env.CURRENCY)));
    await addThread(tx, booking, photos);
  }
  movements.sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { move } of movements) await move();
}

/** A change of the member's hours. */
interface Movement {
  at: string;
  move: () => Promise<void>;
}

/** Adds the plan and its paid invoices. @returns the hours that they grant */
async function addPlan(tx: Tx, now: Date, currency: string, timeZone: string): Promise<Movement[]> {
  const periods = planPeriods(now);
  const [first, current] = periods;
  await tx
    .insertInto('subscriptions')
    .values({
      id: memberPlan.subscriptionId,
      user_id: member.id,
      provider_id: memberPlan.providerId,
      tier: plan.id,
      version_id: plan.id,
      next_tier: plan.id,
      next_version_id: plan.id,
      status: 'active',
      current_period_start: current.start,
      current_period_end: current.end,
      cancel_at_period_end: 0,
      leaving: 0,
      revision: 0,
      created_at: first.start,
      updated_at: current.start,
    })
    .execute();
  const invoices = periods.map((period, index) => ({
    id: `in_HearthkeepMember${index + 1}`,
    user_id: member.id,
    subscription_id: memberPlan.subscriptionId,
    amount_paid_cents: plan.priceCents,
    amount_due_cents: plan.priceCents,
    refunded_cents: 0,
    refund_state: null,
    refund_trouble: null,
    refund_tries: 0,
    refund_by_hand: 0,
    hours_kept_cents: 0,
    next_attempt_at: null,
    currency,
    description: memberPlan.productName,
    status: 'paid' as const,
    billing_reason: index === 0 ? 'subscription_create' : 'subscription_cycle',
    hosted_invoice_url: null,
    period_start: period.start,
    period_end: period.end,
    created_at: period.start,
    paid_at: period.start,
  }));
  await tx.insertInto('invoices').values(invoices).execute();
  return invoices.map((invoice) => ({
    at: invoice.created_at,
    move: () =>
      grantForInvoice(tx, {
        userId: member.id,
        subscriptionId: memberPlan.subscriptionId,
        invoiceId: invoice.id,
        kind: 'period',
        version: { id: plan.id, tier: plan.id },
        minutes: plan.hours * 60,
        periodStart: invoice.period_start,
        periodEnd: invoice.period_end,
        timeZone,
        now: invoice.created_at,
      }),
  }));
}

/** Adds a booking, its payment and its changes. @returns the hours that it used */
async function addBooking(
  tx: Tx,
  booking: ReturnType<typeof memberBookings>[number],
  currency: string,
): Promise<Movement[]> {
  const service = serviceOf(booking.slug);
  const last = booking.changes.at(-1);
  const completedAt = last?.to === 'completed' ? last.at : null;
  if (booking.payment) await addPayment(tx, booking.payment, booking, currency);
  await tx
    .insertInto('bookings')
    .values({
      id: booking.id,
      user_id: member.id,
      service_id: service.id,
      service_name: service.name,
      status: last?.to ?? 'pending',
      payment_type: booking.payment ? 'one_time' : 'subscription',
      scheduled_date: booking.scheduledDate,
      completed_date: completedAt,
      estimated_minutes: service.estimated_minutes,
      actual_minutes: booking.actualMinutes,
      review: booking.review?.text ?? null,
      rating: booking.review?.rating ?? null,
      reviewed_at: booking.review ? completedAt : null,
      price_cents: booking.payment ? service.price_cents : null,
      unpaid_since: null,
      time_taken: null,
      window_minutes: null,
      payment_id: booking.payment,
      client_id: null,
      created_at: booking.createdAt,
      updated_at: last?.at ?? booking.createdAt,
    })
    .execute();
  const details = rowOf({
    customerName: `${member.firstName} ${member.lastName}`,
    email: member.email,
    ...(booking.payment ? contact : household),
    notes: booking.notes ?? '',
  });
  await tx
    .insertInto('booking_details')
    .values({ booking_id: booking.id, ...details })
    .execute();
  await rememberContact(tx, member.id, contactOf(details));
  const life = [{ to: 'pending' as const, at: booking.createdAt }, ...booking.changes];
  await tx
    .insertInto('booking_status_changes')
    .values(
      life.map(({ to, at }, index) => ({
        id: seedId(`${booking.id} change ${index}`),
        booking_id: booking.id,
        seq: index + 1,
        from_status: life[index - 1]?.to ?? null,
        to_status: to,
        actor_id: index === 0 ? member.id : admin.id,
        at,
      })),
    )
    .execute();
  if (!completedAt || booking.payment) return [];
  const { corrected } = booking;
  const minutes = booking.actualMinutes ?? service.estimated_minutes;
  const settled = (now: string, minutes: number): Movement => ({
    at: now,
    move: () =>
      settleBooking(tx, { userId: member.id, bookingId: booking.id, usedAt: completedAt, minutes, now }),
  });
  if (!corrected) return [settled(completedAt, minutes)];
  return [settled(completedAt, corrected.fromMinutes), settled(corrected.at, minutes)];
}

async function addThread(
  tx: Tx,
  booking: ReturnType<typeof memberBookings>[number],
  photos: Deps['photos'],
): Promise<void> {
  for (const [index, { from, at, text, photo }] of booking.thread.entries()) {
    const id = seedId(`${booking.id} message ${index}`);
    const senderId = from === 'team' ? admin.id : member.id;
    await tx
      .insertInto('messages')
      .values({
        id,
        booking_id: booking.id,
        seq: index + 1,
        sender_id: senderId,
        sender_type: from === 'team' ? ('admin' as const) : ('customer' as const),
        message: text,
        client_id: null,
        created_at: at,
      })
      .execute();
    if (photo) await addPhoto(tx, photos, photo, { id, bookingId: booking.id, senderId, at });
  }
}

async function addPayment(
  tx: Tx,
  id: string,
  booking: ReturnType<typeof memberBookings>[number],
  currency: string,
): Promise<void> {
  const service = serviceOf(booking.slug);
  if (service.price_cents === null) throw new Error(`${booking.slug} is not sold by card`);
  await tx
    .insertInto('payments')
    .values({
      id,
      user_id: member.id,
      service_id: service.id,
      intent_id: memberPlan.intentId,
      amount_cents: service.price_cents,
      currency,
      description: service.name,
      status: 'booked',
      refunded_cents: 0,
      refund_trouble: null,
      refund_tries: 0,
      refund_by_hand: 0,
      details: JSON.stringify({
        customerName: `${member.firstName} ${member.lastName}`,
        email: member.email,
        ...contact,
        scheduledDate: booking.scheduledDate,
        notes: booking.notes ?? '',
      }),
      client_id: null,
      paid_at: booking.createdAt,
      created_at: booking.createdAt,
      updated_at: booking.createdAt,
    })
    .execute();
}
