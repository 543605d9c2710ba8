import { plans } from '../../contract/plans.ts';
import type { Deps } from '../../deps.ts';
import { grantForInvoice, settleBooking } from '../../features/hours/hours.service.ts';
import type { Db, Tx } from '../database.ts';
import { seedId } from './ids.ts';
import { memberBookings, planPeriods } from './member-history.ts';
import { serviceOf } from './offer.ts';

/** Who can be tried out without a key (design §10). The sandbox issuer knows them by their addresses. */
export const personas = {
  member: {
    id: seedId('user: member'),
    email: 'member@example.com',
    firstName: 'Olivia',
    lastName: 'Bennett',
    role: 'customer',
  },
  newcomer: {
    id: seedId('user: newcomer'),
    email: 'newcomer@example.com',
    firstName: 'Noah',
    lastName: 'Tran',
    role: 'customer',
  },
  admin: {
    id: seedId('user: admin'),
    email: 'admin@example.com',
    firstName: 'Priya',
    lastName: 'Shah',
    role: 'admin',
  },
} as const;

const { member, admin } = personas;
const plan = plans.standard;
const subscriptionId = seedId('subscription: member');
const customerId = 'cus_HearthkeepMember';
const providerId = 'sub_HearthkeepMember';
const contact = { phone: '0491 570 006', address: '14 Wattle Street, Marrickville NSW 2204' };
const conciergeContact = '0491 570 156';

/**
 * The personas, and for the member a plan and a month of history as seen from the first seeding; only where sign-in
 * is the sandbox's. What exists is left alone, so this may run at every start and in several processes.
 */
export async function seedPersonas(deps: Deps): Promise<void> {
  const { sandbox, db } = deps;
  if (!sandbox?.identity) return;
  const withHistory = sandbox.payments !== null;
  await db.transaction().execute(async (tx) => {
    const isNew = await addPeople(tx, deps.clock.now());
    if (isNew && withHistory) await addHistory(tx, deps);
  });
  if (!withHistory) return;
  const invoices = await paidInvoices(db);
  if (invoices.length === 0) return;
  sandbox.seedPlan({
    customerId,
    email: member.email,
    name: `${member.firstName} ${member.lastName}`,
    subscriptionId: providerId,
    tier: plan.id,
    productName: productName(),
    amountCents: plan.priceCents,
    currency: deps.env.CURRENCY,
    invoices,
    metadata: { userId: member.id, tier: plan.id },
  });
}

const productName = () => `${plan.name} Plan`;

/** @returns whether the member is new. */
async function addPeople(tx: Tx, now: Date): Promise<boolean> {
  const [{ start: since }] = planPeriods(now);
  const added = await tx
    .insertInto('users')
    .values(
      Object.values(personas).map((person) => ({
        id: person.id,
        issuer: 'sandbox',
        subject: person.email,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        profile_image_url: null,
        role: person.role,
        customer_id: person === member ? customerId : null,
        concierge_contact: person === member ? conciergeContact : null,
        created_at: since,
        updated_at: since,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.some((person) => person.id === member.id);
}

async function addHistory(tx: Tx, { clock, env }: Deps): Promise<void> {
  const now = clock.now();
  await addPlan(tx, now, env.CURRENCY, env.BUSINESS_TIME_ZONE);
  const bookings = memberBookings(now, env.BUSINESS_TIME_ZONE);
  for (const booking of bookings) await addBooking(tx, booking, env.CURRENCY);
}

/** The plan, its paid invoices and the hours that they granted. */
async function addPlan(tx: Tx, now: Date, currency: string, timeZone: string): Promise<void> {
  const periods = planPeriods(now);
  const [first, current] = periods;
  await tx
    .insertInto('subscriptions')
    .values({
      id: subscriptionId,
      user_id: member.id,
      provider_id: providerId,
      tier: plan.id,
      status: 'active',
      current_period_start: current.start,
      current_period_end: current.end,
      cancel_at_period_end: 0,
      client_id: null,
      created_at: first.start,
      updated_at: current.start,
    })
    .execute();
  for (const [index, period] of periods.entries()) {
    const id = `in_HearthkeepMember${index + 1}`;
    await tx
      .insertInto('invoices')
      .values({
        id,
        user_id: member.id,
        subscription_id: subscriptionId,
        amount_paid_cents: plan.priceCents,
        currency,
        description: productName(),
        status: 'paid',
        billing_reason: index === 0 ? 'subscription_create' : 'subscription_cycle',
        hosted_invoice_url: null,
        period_start: period.start,
        period_end: period.end,
        created_at: period.start,
      })
      .execute();
    await grantForInvoice(tx, {
      userId: member.id,
      invoiceId: id,
      tier: plan.id,
      minutes: plan.hours * 60,
      periodStart: period.start,
      periodEnd: period.end,
      timeZone,
      now: period.start,
    });
  }
}

/** A booking, its payment, its life, its thread and the hours that it used. */
async function addBooking(
  tx: Tx,
  booking: ReturnType<typeof memberBookings>[number],
  currency: string,
): Promise<void> {
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
      status: last?.to ?? 'pending',
      payment_type: booking.payment ? 'one_time' : 'subscription',
      scheduled_date: booking.scheduledDate,
      completed_date: completedAt,
      estimated_minutes: service.estimated_minutes,
      actual_minutes: booking.actualMinutes,
      notes: booking.notes,
      review: booking.review?.text ?? null,
      rating: booking.review?.rating ?? null,
      price_cents: booking.payment ? service.price_cents : null,
      payment_id: booking.payment,
      client_id: null,
      created_at: booking.createdAt,
      updated_at: last?.at ?? booking.createdAt,
    })
    .execute();
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
  if (booking.thread.length) {
    await tx
      .insertInto('messages')
      .values(
        booking.thread.map(({ from, at, text }, index) => ({
          id: seedId(`${booking.id} message ${index}`),
          booking_id: booking.id,
          seq: index + 1,
          sender_id: from === 'team' ? admin.id : member.id,
          sender_type: from === 'team' ? ('admin' as const) : ('customer' as const),
          message: text,
          client_id: null,
          created_at: at,
        })),
      )
      .execute();
  }
  if (completedAt && !booking.payment) {
    await settleBooking(tx, {
      userId: member.id,
      bookingId: booking.id,
      minutes: booking.actualMinutes ?? service.estimated_minutes,
      usedAt: completedAt,
      now: completedAt,
    });
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
      intent_id: null,
      amount_cents: service.price_cents,
      currency,
      description: service.name,
      status: 'booked',
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

/** As our own books have them, whatever the clock says now. */
async function paidInvoices(db: Db): Promise<{ id: string; periodStart: Date; periodEnd: Date }[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'period_start', 'period_end'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .orderBy('period_start')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    periodStart: new Date(row.period_start),
    periodEnd: new Date(row.period_end),
  }));
}
