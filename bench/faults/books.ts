import Stripe from 'stripe';
import { isPlanTier, plans } from '../../api/contract/facts/plans.ts';
import type { Db } from '../../api/db/database.ts';
import type { PaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import { disputeDifferences, heldByBanks, membersWithWithdrawnHours } from './disputes.ts';

/**
 * Compares the provider's books with ours: every payment, refund, plan, invoice and grant.
 * @returns one line per difference; no difference is acceptable
 */
export async function differencesOf(db: Db, provider: PaymentsProcess): Promise<string[]> {
  const { secretKey, api } = provider.stripe;
  const stripe = new Stripe(secretKey, { ...api, telemetry: false });
  const all = async <T>(pages: AsyncIterable<T>) => {
    const items: T[] = [];
    for await (const item of pages) items.push(item);
    return items;
  };
  const intents = await all(stripe.paymentIntents.list({ limit: 100 }));
  const refunds = await all(stripe.refunds.list({ limit: 100 }));
  const subscriptions = await all(stripe.subscriptions.list({ limit: 100, status: 'all' }));
  const invoices = await all(stripe.invoices.list({ limit: 100 }));
  const disputes = await all(stripe.disputes.list({ limit: 100 }));
  return [
    ...(await paymentDifferences(db, intents, refunds, disputes)),
    ...(await disputeDifferences(db, disputes)),
    ...(await pastDifferences(db)),
    ...(await planDifferences(db, subscriptions, invoices)),
    ...(await invoiceDifferences(db, invoices)),
    ...(await doubleCharges(db)),
    ...(await grantDifferences(db)),
    ...(await noticeDifferences(db)),
  ];
}

async function paymentDifferences(
  db: Db,
  intents: Stripe.PaymentIntent[],
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): Promise<string[]> {
  const lines: string[] = [];
  const held = heldByBanks(disputes);
  const rows = await db.selectFrom('payments').selectAll().execute();
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'payment_id', 'status'])
    .where('payment_id', 'is not', null)
    .execute();
  const charged = await db.selectFrom('past_hours').select('payment_id').execute();
  for (const row of rows) {
    const own = intents.filter(({ metadata }) => metadata.paymentId === row.id);
    const [intent] = own;
    const isPast = row.past_booking_id !== null;
    const booked = (isPast ? charged : bookings).filter(({ payment_id }) => payment_id === row.id);
    // A cancelled booking stays in the books, as cancelled.
    const standing = booked.filter((of) => !('status' in of) || of.status !== 'cancelled').length;
    const back = refunds.filter(({ payment_intent }) => payment_intent === intent?.id);
    const returned = back.length;
    const lostCents = held.lost.get(intent?.id ?? '') ?? 0;
    const returnedCents = back.reduce((sum, { amount }) => sum + amount, lostCents);
    if (returnedCents !== row.refunded_cents)
      lines.push(`payment ${row.id}: ${row.refunded_cents} given back here, ${returnedCents} there`);
    if (own.length > 1) lines.push(`payment ${row.id}: ${own.length} intents`);
    if (returned > 1) lines.push(`payment ${row.id}: ${returned} refunds`);
    // Cancelled while the bank holds the money, or after it took it, so nothing is left to refund.
    const calledOff = booked.length > 0 && standing === 0;
    const isBack = returned > 0 || (calledOff && lostCents > 0);
    const waits = calledOff && held.open.has(intent?.id ?? '');
    const should =
      intent?.status === 'succeeded'
        ? isBack
          ? 'refunded'
          : waits
            ? 'refunding'
            : 'booked'
        : intent
          ? intent.status
          : 'starting';
    const is = row.status;
    const agrees =
      should === is ||
      (is === 'awaiting' && should.startsWith('requires_')) ||
      (is === 'starting' && !intent) ||
      // Taken back before the provider knew of it, or before its answer, so its intent is unknown.
      (isPast &&
        is === 'canceled' &&
        (!intent || (row.intent_id === null && should === 'requires_payment_method')));
    if (!agrees) lines.push(`payment ${row.id}: ${is} here, ${should} at the provider`);
    if (booked.length > 1 || standing !== (should === 'booked' ? 1 : 0))
      lines.push(`payment ${row.id}: ${standing} of ${booked.length} bookings, ${should}`);
    if (intent && intent.amount !== row.amount_cents)
      lines.push(`payment ${row.id}: ${row.amount_cents} here, ${intent.amount} there`);
  }
  return lines;
}

/**
 * Checks each booking past the hours: its card part has one payment of that part's price, once the work is done or
 * was cancelled late, and none before. With the hours it makes up the whole work, so nothing past the balance is
 * free, and nothing past the estimate is without its customer's consent. Nobody's bookings hold more than they have.
 */
async function pastDifferences(db: Db): Promise<string[]> {
  const lines: string[] = [];
  const rows = await db
    .selectFrom('bookings as b')
    .leftJoin('past_hours as h', 'h.booking_id', 'b.id')
    .leftJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['b.id', 'b.user_id', 'b.status', 'b.estimated_minutes', 'b.actual_minutes', 'b.scheduled_date'])
    .select([
      'h.minutes',
      'h.extra_minutes',
      'h.hour_cents',
      'h.charged_minutes',
      'h.owed_since',
      'p.amount_cents',
      'p.status as paid',
    ])
    .where('b.payment_type', '=', 'subscription')
    .execute();
  const entries = await db.selectFrom('hour_entries').selectAll().execute();
  const questions = await db.selectFrom('extra_hours').selectAll().execute();
  const withdrawn = await membersWithWithdrawnHours(db);
  const steps = await db.selectFrom('booking_status_changes').selectAll().orderBy('seq').execute();
  for (const row of rows) {
    const own = entries.filter(({ booking_id }) => booking_id === row.id);
    const used = -own.reduce((sum, { minutes }) => sum + minutes, 0);
    const over = -own.filter(({ grant_id }) => !grant_id).reduce((sum, { minutes }) => sum + minutes, 0);
    const last = steps.findLast(({ booking_id }) => booking_id === row.id);
    const costs = row.status === 'cancelled' && last?.actor_id === row.user_id && isLate(last, row);
    const done = costs ? row.estimated_minutes : row.status === 'completed' ? (row.actual_minutes ?? 0) : 0;
    const charged = row.charged_minutes ?? 0;
    if (used + charged !== done) lines.push(`booking ${row.id}: ${used} used, ${charged} paid, ${done} done`);
    if (over && !withdrawn.has(row.user_id))
      lines.push(`booking ${row.id}: ${over} past the balance for nothing`);
    const agreed = (row.minutes ?? 0) + (row.extra_minutes ?? 0);
    if (charged > agreed) lines.push(`booking ${row.id}: ${charged} paid, ${agreed} agreed`);
    const answers = questions.filter(({ booking_id }) => booking_id === row.id);
    const most = answers.filter(({ state }) => state === 'agreed').map(({ to_minutes }) => to_minutes);
    if (done > Math.max(row.estimated_minutes, ...most))
      lines.push(`booking ${row.id}: ${done} done, and nobody agreed to it`);
    const waiting = answers.filter(({ state }) => state === 'waiting').length;
    if (waiting > (row.status === 'completed' ? 1 : 0))
      lines.push(`booking ${row.id}: ${waiting} questions wait, ${row.status}`);
    const cents = Math.round(((row.hour_cents ?? 0) * charged) / 60);
    if ((row.amount_cents ?? 0) !== cents || (charged > 0 && row.paid !== 'booked') || row.owed_since)
      lines.push(`booking ${row.id}: ${row.amount_cents} ${row.paid} of ${cents}`);
  }
  for (const [user, own] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const open = own.filter(({ status }) => status === 'pending' || status === 'scheduled');
    const held = open.reduce((sum, row) => sum + row.estimated_minutes - (row.minutes ?? 0), 0);
    const has = entries
      .filter(({ user_id, grant_id }) => user_id === user && grant_id)
      .reduce((sum, { minutes }) => sum + minutes, 0);
    if (held > has && !withdrawn.has(user)) lines.push(`${user}: ${held} held of ${has}`);
  }
  return lines;
}

/** Whether a visit was cancelled on the day before it, or later. */
const isLate = ({ at }: { at: string }, { scheduled_date }: { scheduled_date: string | null }): boolean =>
  scheduled_date !== null && Date.parse(scheduled_date) - Date.parse(at) < 23 * 3_600_000;

/** The plan of a subscription's newest paid invoice; the provider lists newest first. */
function newestPaidTier(invoices: Stripe.Invoice[], subscriptionId: string): string | undefined {
  const newest = invoices.find(
    ({ status, parent }) =>
      status === 'paid' && parent?.subscription_details?.subscription === subscriptionId,
  );
  const line = newest?.lines.data.findLast(({ amount }) => amount >= 0);
  return tierOf(line?.pricing?.price_details?.product);
}

const tierOf = (product: unknown): string => String(product ?? '').replace('hearthkeep_', '');

async function planDifferences(
  db: Db,
  subscriptions: Stripe.Subscription[],
  invoices: Stripe.Invoice[],
): Promise<string[]> {
  const lines: string[] = [];
  const rows = await db.selectFrom('subscriptions').selectAll().execute();
  const live = new Map<string, number>();
  for (const subscription of subscriptions) {
    const row = rows.find(({ provider_id }) => provider_id === subscription.id);
    if (!row) {
      // Begun with a lost answer: nobody can pay it, and it expires by itself.
      if (subscription.status !== 'incomplete' && subscription.status !== 'incomplete_expired')
        lines.push(`${subscription.id}: ${subscription.status}, unknown here`);
      continue;
    }
    const running = subscription.status === 'active' || subscription.status === 'past_due';
    if (running) live.set(row.user_id, (live.get(row.user_id) ?? 0) + 1);
    const status = row.status === 'ended' ? false : row.status === 'active' || row.status === 'past_due';
    if (status !== running)
      lines.push(`${subscription.id}: ${row.status} here, ${subscription.status} there`);
    if (!running) continue;
    const next = subscription.cancel_at_period_end ? null : tierOf(subscription.items.data[0]?.price.product);
    if (row.next_tier !== next) lines.push(`${subscription.id}: next ${row.next_tier} here, ${next} there`);
    const end = subscription.items.data[0]?.current_period_end;
    if (Date.parse(row.current_period_end ?? '') !== (end ?? 0) * 1000)
      lines.push(`${subscription.id}: until ${row.current_period_end} here, ${end} there`);
    const tier = newestPaidTier(invoices, subscription.id);
    if (row.tier !== tier) lines.push(`${subscription.id}: ${row.tier} here, ${tier} paid there`);
    if (subscription.pending_update) lines.push(`${subscription.id}: an update is still pending`);
  }
  for (const [user, count] of live) if (count > 1) lines.push(`${user}: ${count} plans`);
  const open = await db.selectFrom('plan_changes').select('id').where('status', '=', 'open').execute();
  return [...lines, ...open.map(({ id }) => `plan change ${id} is still open`)];
}

async function invoiceDifferences(db: Db, invoices: Stripe.Invoice[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'amount_paid_cents'])
    .where('status', '=', 'paid')
    .execute();
  const here = new Map(rows.map(({ id, amount_paid_cents }) => [id, amount_paid_cents]));
  const lines: string[] = [];
  for (const { id, status, amount_paid } of invoices) {
    if (status === 'paid' && here.get(id) !== amount_paid)
      lines.push(`invoice ${id}: ${here.get(id)} here, ${amount_paid} paid`);
    if (status !== 'paid' && here.has(id)) lines.push(`invoice ${id}: paid here, ${status} there`);
  }
  return lines;
}

/** Finds people who pay for two plans without a refund of one: no plan ends during a campaign. */
async function doubleCharges(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('n')])
    .where('status', '=', 'paid')
    .where('billing_reason', '=', 'subscription_create')
    .where('refund_state', 'is', null)
    .groupBy('user_id')
    .execute();
  return rows.filter(({ n }) => Number(n) > 1).map(({ user_id, n }) => `${user_id}: charged for ${n} plans`);
}

/** Each paid period has the minutes of its largest paid plan, because everything is bought in its first minutes. */
async function grantDifferences(db: Db): Promise<string[]> {
  const grants = await db.selectFrom('hour_grants').selectAll().execute();
  const paid = await db
    .selectFrom('invoices')
    .select('id')
    .where('status', '=', 'paid')
    .where('refund_state', 'is', null)
    .execute();
  const lines = paid
    .filter(({ id }) => grants.filter(({ invoice_id }) => invoice_id === id).length !== 1)
    .map(({ id }) => `invoice ${id}: not granted once`);
  const periods = Map.groupBy(
    grants,
    ({ subscription_id, period_end }) => `${subscription_id} ${period_end}`,
  );
  for (const [period, given] of periods) {
    const minutes = given.reduce((sum, grant) => sum + grant.minutes, 0);
    const dearest = Math.max(...given.map(({ tier }) => (isPlanTier(tier) ? plans[tier].hours * 60 : 0)));
    if (minutes !== dearest) lines.push(`period ${period}: ${minutes} minutes instead of ${dearest}`);
  }
  const entries = await db
    .selectFrom('hour_entries')
    .select(({ fn }) => ['grant_id', fn.sum<number>('minutes').as('minutes')])
    .where('kind', '=', 'grant')
    .groupBy('grant_id')
    .execute();
  for (const grant of grants) {
    const entered = entries.find(({ grant_id }) => grant_id === grant.id)?.minutes ?? 0;
    if (entered !== grant.minutes) lines.push(`grant ${grant.id}: ${entered} entered of ${grant.minutes}`);
  }
  return lines;
}

/**
 * Each payment that could not be booked, each plan ended although paid, and each charge for work past the hours has
 * one sent letter; there are no others. The letter of a charge that was taken back may have been sent before.
 */
async function noticeDifferences(db: Db): Promise<string[]> {
  const unbooked = await db
    .selectFrom('payments as p')
    .leftJoin('bookings as b', 'b.payment_id', 'p.id')
    .select('p.id')
    .where('p.status', '=', 'refunded')
    .where('b.id', 'is', null)
    .where('p.past_booking_id', 'is', null)
    .execute();
  const wasted = await db.selectFrom('invoices').select('id').where('refund_state', 'is not', null).execute();
  const charges = await db
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('past_booking_id', 'is not', null)
    .execute();
  const inForce = charges.filter(({ status }) => status === 'booked');
  const takenBack = charges.filter(({ status }) => status === 'refunded');
  const maybe = new Set(takenBack.flatMap(({ id }) => [`paid:${id}`, `returned:${id}`]));
  const notices = await db
    .selectFrom('notices')
    .select(['occasion', 'sent_at'])
    .where('kind', '=', 'billing')
    // Disputes have letters of their own.
    .where('occasion', 'not like', 'dispute%')
    .execute();
  const should = [
    ...[...unbooked, ...wasted].map(({ id }) => `refund:${id}`),
    ...inForce.map(({ id }) => `paid:${id}`),
  ].sort();
  const is = notices
    .map(({ occasion }) => occasion)
    .filter((occasion) => !maybe.has(occasion))
    .sort();
  return [
    ...(should.join() === is.join() ? [] : [`${is.length} letters where ${should.length} are due`]),
    ...notices.filter(({ sent_at }) => !sent_at).map(({ occasion }) => `${occasion} was not sent`),
  ];
}
