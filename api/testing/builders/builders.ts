import { randomUUID } from 'node:crypto';
import type { PlanTier } from '../../contract/rules/plans.ts';
import type { ChatMessage } from '../../contract/schemas/chat.ts';
import { administrator, personOf } from '../../core/person.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { UserTable } from '../../features/records/account/account.table.ts';
import { rememberWords } from '../../features/records/account/people-search/people-search.service.ts';
import { rowOfText } from '../../features/records/bookings/booking-details/booking-details.ts';
import type { BookingTable } from '../../features/records/bookings/bookings.table.ts';
import type { ServiceCategoryTable, ServiceTable } from '../../features/records/catalogue/catalogue.table.ts';
import { beginRevision } from '../../features/records/catalogue/offer/offer.repository.ts';
import { storeChatMessage } from '../../features/records/chat/chat.service.ts';
import { grantForInvoice } from '../../features/records/hours/hours.service.ts';
import type { MessageTable } from '../../features/records/messages/messages.table.ts';
import type { PaymentTable } from '../../features/records/payments/payments.table.ts';
import type { SubscriptionTable } from '../../features/records/subscription/subscription.table.ts';
import { firstVersion } from './first-version.ts';
import { anInvoice } from './invoices.ts';

/**
 * Each builder stores a whole row, and the rows that it belongs to unless given; a test states only the values that
 * it needs.
 */
const then = '2026-11-02T01:00:00.000Z';
const short = (id: string) => id.slice(0, 8);

export async function aUser(db: Db, given: Partial<UserTable> = {}): Promise<UserTable> {
  const id = given.id ?? randomUUID();
  const user: UserTable = {
    id,
    issuer: 'sandbox',
    subject: id,
    email: `person-${short(id)}@example.com`,
    email_verified: 1,
    first_name: 'Alex',
    last_name: 'Nguyen',
    profile_image_url: null,
    role_id: null,
    admin_by_list: 0,
    customer_id: null,
    concierge_contact: null,
    created_at: then,
    updated_at: then,
    ...given,
  };
  await db.insertInto('users').values(user).execute();
  await rememberWords(db, user);
  return user;
}

export const anAdmin = (db: Db, given: Partial<UserTable> = {}): Promise<UserTable> =>
  aUser(db, { first_name: 'Robin', role_id: administrator, ...given });

export async function aCategory(
  db: Db,
  given: Partial<ServiceCategoryTable> = {},
): Promise<ServiceCategoryTable> {
  const id = given.id ?? randomUUID();
  const category: ServiceCategoryTable = {
    id,
    slug: `category-${short(id)}`,
    name: 'Cleaning Services',
    description: 'A house that breathes',
    color: 'sky',
    icon: 'drop',
    short_name: 'Cleaning',
    picture: null,
    position: 1,
    active: 1,
    version: 1,
    ...given,
  };
  await db.insertInto('service_categories').values(category).execute();
  return category;
}

export async function aService(db: Db, given: Partial<ServiceTable> = {}): Promise<ServiceTable> {
  const id = given.id ?? randomUUID();
  const service: ServiceTable = {
    id,
    slug: `service-${short(id)}`,
    category_id: given.category_id ?? (await aCategory(db)).id,
    name: 'House cleaning',
    description: 'Every room, top to bottom',
    price_cents: 18_900,
    estimated_minutes: 180,
    position: 1,
    active: 1,
    included: '',
    search_words: '',
    booked_by: 'both',
    notice_hours: 0,
    drawing: '',
    picture: null,
    terms_version: 1,
    version: 1,
    ...given,
  };
  await db.insertInto('services').values(service).execute();
  await beginRevision(db);
  return service;
}

/** A booking's values, and the text of its details. */
export type BookingGiven = Partial<BookingTable> & { notes?: string | null };

/** Stores the details of bookings that a test inserts itself; all have the same. */
export async function addNotes(db: Db, bookings: readonly { id: string }[], notes: string): Promise<void> {
  const details = bookings.map(({ id }) => ({ booking_id: id, ...rowOfText(notes, null) }));
  await db.insertInto('booking_details').values(details).execute();
}

/** A booking with its details and the first step of its history. */
export async function aBooking(
  db: Db,
  { notes = 'The key is with the neighbour', ...given }: BookingGiven = {},
): Promise<BookingTable> {
  const booking: BookingTable = {
    id: randomUUID(),
    user_id: given.user_id ?? (await aUser(db)).id,
    service_id: given.service_id ?? (await aService(db)).id,
    service_name: null,
    status: 'pending',
    payment_type: 'subscription',
    scheduled_date: '2026-12-01T22:30:00.000Z',
    completed_date: null,
    estimated_minutes: 180,
    actual_minutes: null,
    review: null,
    rating: null,
    reviewed_at: null,
    price_cents: null,
    unpaid_since: null,
    time_taken: null,
    window_minutes: null,
    payment_id: null,
    client_id: null,
    created_at: then,
    updated_at: then,
    ...given,
  };
  await db.insertInto('bookings').values(booking).execute();
  if (notes !== null) await addNotes(db, [booking], notes);
  await db
    .insertInto('booking_status_changes')
    .values({
      id: randomUUID(),
      booking_id: booking.id,
      seq: 1,
      from_status: null,
      to_status: booking.status,
      actor_id: null,
      at: booking.created_at,
    })
    .execute();
  return booking;
}

/** A card payment of a service, in a given state. */
export async function aPayment(db: Db, given: Partial<PaymentTable> = {}): Promise<PaymentTable> {
  const id = given.id ?? randomUUID();
  const payment: PaymentTable = {
    id,
    user_id: given.user_id ?? (await aUser(db)).id,
    service_id: given.service_id ?? (await aService(db)).id,
    service_minutes: null,
    quote_id: null,
    past_booking_id: null,
    intent_id: `pi_${id}`,
    amount_cents: 18_900,
    refunded_cents: 0,
    refund_trouble: null,
    refund_tries: 0,
    refund_by_hand: 0,
    by_hand_cents: null,
    currency: 'aud',
    description: 'House cleaning',
    status: 'booked',
    details: '{}',
    client_id: null,
    paid_at: then,
    created_at: then,
    updated_at: then,
    ...given,
  };
  await db.insertInto('payments').values(payment).execute();
  return payment;
}

/** The next message in a booking's thread, from the booking's customer unless given. */
export async function aMessage(db: Db, given: Partial<MessageTable> = {}): Promise<MessageTable> {
  const bookingId = given.booking_id ?? (await aBooking(db)).id;
  const { user_id } = await db
    .selectFrom('bookings')
    .select('user_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const { last } = await db
    .selectFrom('messages')
    .select((e) => e.fn.max('seq').as('last'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const message: MessageTable = {
    id: randomUUID(),
    booking_id: bookingId,
    seq: (last ?? 0) + 1,
    sender_id: user_id,
    sender_type: 'customer',
    message: 'Please ring twice',
    client_id: null,
    created_at: then,
    ...given,
  };
  await db.insertInto('messages').values(message).execute();
  return message;
}

/** A plan's row alone: no invoice, no hours. */
export async function aSubscription(
  db: Db,
  given: Partial<SubscriptionTable> = {},
): Promise<SubscriptionTable> {
  const id = given.id ?? randomUUID();
  const subscription: SubscriptionTable = {
    id,
    user_id: given.user_id ?? (await aUser(db)).id,
    provider_id: `sub_${short(id)}`,
    tier: given.tier ?? 'standard',
    version_id: given.tier ?? 'standard',
    next_tier: given.tier ?? 'standard',
    next_version_id: (given.next_tier === undefined ? given.tier : given.next_tier) ?? 'standard',
    status: 'active',
    current_period_start: '2026-11-01T00:00:00.000Z',
    current_period_end: '2026-12-01T00:00:00.000Z',
    cancel_at_period_end: 0,
    leaving: 0,
    revision: 0,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    ...given,
  };
  await db.insertInto('subscriptions').values(subscription).execute();
  return subscription;
}

/** An active plan whose first invoice is paid and has granted its hours. */
export async function aPlan(db: Db, given: Partial<SubscriptionTable> = {}): Promise<SubscriptionTable> {
  const plan = await aSubscription(db, given);
  const { id } = plan;
  const version = firstVersion(plan.tier);
  const period = {
    start: plan.current_period_start ?? plan.created_at,
    end: plan.current_period_end ?? plan.created_at,
  };
  await db.transaction().execute(async (tx) => {
    const invoice = await anInvoice(tx, {
      id: `in_${short(id)}`,
      user_id: plan.user_id,
      subscription_id: id,
      amount_paid_cents: version.priceCents,
      amount_due_cents: version.priceCents,
      description: `${version.name} plan`,
      billing_reason: 'subscription_create',
      period_start: period.start,
      period_end: period.end,
      created_at: period.start,
      paid_at: period.start,
    });
    await grantForInvoice(tx, {
      userId: plan.user_id,
      subscriptionId: id,
      invoiceId: invoice.id,
      kind: 'period',
      version,
      minutes: version.minutes,
      periodStart: period.start,
      periodEnd: period.end,
      timeZone: 'Australia/Sydney',
      now: period.start,
    });
  });
  return plan;
}

/** A two-hour booking of a member; their plan is Standard, with 12 hours, unless given. */
export async function aMembersBooking(
  db: Db,
  { tier = 'standard', ...given }: Partial<BookingTable> & { tier?: PlanTier } = {},
): Promise<{ id: string; userId: string }> {
  const { id: userId } = await aUser(db);
  await aPlan(db, { user_id: userId, tier });
  const service = await aService(db, { estimated_minutes: 120 });
  const booking = { user_id: userId, service_id: service.id, estimated_minutes: 120, ...given };
  return { id: (await aBooking(db, booking)).id, userId };
}

/** The team's or the customer's next message, stored directly with its consequences. */
export async function aChatMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'changes'>,
  given: { conversationId: string; sender: { id: string; role_id: string | null }; content?: string },
): Promise<ChatMessage> {
  const { conversationId, sender, content = 'Hello there' } = given;
  const isSupport = sender.id !== conversationId;
  const { message } = await storeChatMessage(deps, personOf(sender.id, sender.role_id), {
    conversationId,
    isSupport,
    content,
    clientId: null,
  });
  return message;
}
