import { randomUUID } from 'node:crypto';
import { workerLimits } from '../api/contract/rules/business/worker-terms.ts';
import { homeLimits } from '../api/contract/rules/homes/home-terms.ts';
import { planLimits } from '../api/contract/rules/plan-terms.ts';
import { personas as people } from '../api/core/personas.ts';
import type { Db } from '../api/db/database.ts';
import { grantGiven } from '../api/features/records/hours/given.service.ts';
import { changeServices } from '../api/testing/builders/offer.ts';
import { refundPlan } from '../api/testing/builders/refunded-plans.ts';
import { aCannedReply, aConversation } from './conversations.ts';
import { aQuote, aRequest } from './requests.ts';
import type { RunningServer } from './server.ts';
import { personas } from './test.ts';

/** Bookings on whose pages all the texts stand that the member and the team write. */
export interface Written {
  scheduled: string;
  /** Completed, with a review and a question about longer work. */
  longer: string;
  /** Completed, without a review. */
  unrated: string;
  /** A request of the member with a quote. */
  quoted: string;
  /** Paid by card, a part of which was refunded. */
  paid: string;
  member: string;
  service: string;
  /** The name of every plan. */
  plan: string;
}

/**
 * Writes a text wherever a person can: as the name of every service, kind of work, plan, worker, ready answer and own
 * role, in addresses, homes, notes, answers, messages, the live chat, reviews, requests, quotes, reasons, leave,
 * changes for later and preferences.
 */
export async function writeEverywhere(server: RunningServer, text: string): Promise<Written> {
  const request = { name: text, description: text };
  const quoted = await aRequest(server, request);
  await aQuote(server, quoted, { amountCents: 24_050 }, { message: text, scheduledInDays: 4 });
  await aRequest(server, request);
  await server.rows((db) => rewrite(db, text));
  return server.rows(async (db) => {
    await chat(db, text);
    await team(db, text);
    await askForLeave(db, text);
    await draftServices(db, text);
    const plan = text.slice(0, planLimits.name);
    return { quoted, paid: await refund(db, text), ...(await ask(db, text)), plan };
  });
}

/** Gives everybody the text as their name; a sign-in brings the name of the sign-in provider back. */
export const nameEverybody = (server: RunningServer, text: string): Promise<unknown> =>
  server.rows((db) => db.updateTable('users').set({ first_name: text, last_name: text }).execute());

/** Puts the text in the place of every text that a person wrote. */
async function rewrite(db: Db, text: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ concierge_contact: text })
    .where('email', '=', personas.member)
    .execute();
  const kind = { name: text, description: text, short_name: text.slice(0, 40) };
  await db.updateTable('service_categories').set(kind).execute();
  const texts = { name: text, description: text, included: text, search_words: text };
  await changeServices(db, texts);
  await offer(db, text);
  await db.updateTable('payments').set({ description: text }).execute();
  await db.updateTable('bookings').set({ review: text }).where('rating', 'is not', null).execute();
  await db.updateTable('messages').set({ message: text }).execute();
  await db.updateTable('preferences').set({ special_instructions: text }).execute();
  await db.updateTable('custom_requests').set({ location: text, contact_info: text }).execute();
  await db
    .updateTable('booking_details')
    .set({
      customer_name: text,
      phone: text,
      email: text,
      address: text,
      city: text,
      state: text,
      postal_code: text,
      emergency_contact: text,
      emergency_phone: text,
      access_instructions: text,
      notes: text,
      as_sent: null,
    })
    .execute();
}

/** Names the plans and the workers, and the homes that members have typed; each no longer than its form allows. */
async function offer(db: Db, text: string): Promise<void> {
  const plan = {
    name: text.slice(0, planLimits.name),
    concierge: text.slice(0, planLimits.concierge),
    features: JSON.stringify([text.slice(0, planLimits.features.length)]),
  };
  await db.updateTable('plan_versions').set(plan).execute();
  await db
    .updateTable('workers')
    .set({ name: text.slice(0, workerLimits.name) })
    .execute();
  const home = {
    ...{ label: text.slice(0, homeLimits.label), address: text, city: text, state: text, access: text },
    ...{ pets: text, parking: text, emergency_contact: text },
  };
  await db.updateTable('homes').set(home).execute();
  await db.updateTable('booking_answers').set({ question: text, answer: text }).execute();
}

/** Writes into the live chat on both sides, and a ready answer for it. */
async function chat(db: Db, text: string): Promise<void> {
  const lines = [20, 15, 10, 5].map((minutesAgo, at) => ({ isSupport: at % 2 === 1, text, minutesAgo }));
  await aConversation(db, { customer: people.member.id, team: people.admin.id, lines });
  await aCannedReply(db, text, text);
}

/** Makes a role of the team's own, with a name as long as one can be, and invites an address to it. */
async function team(db: Db, text: string): Promise<void> {
  const [at, id] = [new Date().toISOString(), randomUUID()];
  const rights = JSON.stringify(['bookings.read', 'bookings.message']);
  const times = { created_at: at, updated_at: at };
  await db
    .insertInto('roles')
    .values({ id, name: text.slice(0, 40), permissions: rights, is_built_in: 0, ...times })
    .execute();
  await db
    .insertInto('invitations')
    .values({
      id: randomUUID(),
      email: `${'robin.of.the.front.desk.'.repeat(2)}1@cleaning.example.com`,
      role_id: id,
      created_at: at,
      created_by: people.admin.id,
      expires_at: new Date(Date.now() + 6 * 86_400_000).toISOString(),
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
      letter_due_at: null,
      letter_attempts: 1,
      letter_sent_at: at,
    })
    .execute();
}

/** Lets a worker ask for leave a month from now. */
async function askForLeave(db: Db, text: string): Promise<void> {
  const now = new Date().toISOString();
  const { id } = await db.selectFrom('workers').select('id').orderBy('id').executeTakeFirstOrThrow();
  const [starts_at, ends_at] = [30, 31].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await db
    .insertInto('worker_leave')
    .values({
      ...{ id: randomUUID(), worker_id: id, starts_at: starts_at ?? now, ends_at: ends_at ?? now },
      ...{ whole_days: 0, state: 'asked', by_worker: 1, decided_by: null, created_at: now, updated_at: now },
      ...{ reason: text.slice(0, workerLimits.note), answer: '' },
    })
    .execute();
}

/** Changes two services for later. */
async function draftServices(db: Db, text: string): Promise<void> {
  const now = new Date().toISOString();
  const services = await db.selectFrom('services').select('id').orderBy('id').limit(2).execute();
  const draft = {
    ...{ kind: 'service' as const, content: JSON.stringify({ description: text }), publish_on: null },
    ...{ together: null, problem: '', author_id: people.admin.id, version: 1, created_at: now },
  };
  await db
    .insertInto('offer_drafts')
    .values(services.map(({ id }) => ({ ...draft, subject_id: id, updated_at: now })))
    .execute();
}

/**
 * Refunds a part of a payment, and another that the provider does not make; gives hours, and refunds the plan, which
 * takes its hours.
 * @returns the booking of the payment
 */
async function refund(db: Db, text: string): Promise<string> {
  const now = new Date().toISOString();
  const userId = people.member.id;
  const decision = { user_id: userId, reason: text, decided_by: people.admin.id, created_at: now, tries: 0 };
  const paid = await db
    .selectFrom('bookings as b')
    .innerJoin('payments as p', 'p.id', 'b.payment_id')
    .select(['b.id', 'p.id as paymentId'])
    .where('b.user_id', '=', userId)
    .where('b.status', '=', 'completed')
    .orderBy('b.id')
    .executeTakeFirstOrThrow();
  const charge = { charge_kind: 'payment', charge_id: paid.paymentId, amount_cents: 2_000 } as const;
  await db
    .insertInto('refunds')
    .values([
      { id: randomUUID(), ...decision, ...charge, state: 'made', trouble: null, by_hand: 1, client_id: null },
      { id: randomUUID(), ...decision, ...charge, state: 'due', trouble: text, by_hand: 0, client_id: null },
    ])
    .execute();
  await db.updateTable('payments').set({ refunded_cents: 2_000 }).where('id', '=', paid.paymentId).execute();
  const expiresAt = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const given = {
    userId,
    minutes: 20 * 60,
    expiresAt,
    reason: text,
    givenBy: people.admin.id,
    key: null,
    now,
  };
  await db.transaction().execute((tx) => grantGiven(tx, given));
  await refundPlan(db, { userId, cents: 5_000, now });
  return paid.id;
}

/** Asks the member about longer work, and disputes a payment of theirs. */
async function ask(db: Db, text: string): Promise<Omit<Written, 'quoted' | 'paid' | 'plan'>> {
  const now = new Date().toISOString();
  const theirBookings = await db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.status', 'b.service_id', 'b.user_id', 'b.actual_minutes', 'b.rating'])
    .where('u.email', '=', personas.member)
    .where('b.payment_type', '=', 'subscription')
    .execute();
  const of = (status: string, isRated = false) => {
    const found = theirBookings.find(
      (booking) => booking.status === status && (booking.rating !== null) === isRated,
    );
    if (!found) throw new Error(`The member has no ${status} booking, ${isRated ? 'rated' : 'unrated'}`);
    return found;
  };
  const [scheduled, longer] = [of('scheduled'), of('completed', true)];
  const used = longer.actual_minutes ?? 60;
  await db
    .insertInto('extra_hours')
    .values({
      id: randomUUID(),
      booking_id: longer.id,
      user_id: longer.user_id,
      seq: 1,
      from_minutes: used,
      to_minutes: used + 60,
      reason: text,
      state: 'waiting',
      asked_by: people.admin.id,
      asked_at: now,
      settled_at: null,
    })
    .execute();
  await db
    .insertInto('disputes')
    .values({
      id: randomUUID(),
      provider_id: 'dp_written',
      intent_id: 'pi_written',
      user_id: longer.user_id,
      payment_id: null,
      booking_id: longer.id,
      invoice_id: null,
      amount_cents: 18_900,
      reason: 'fraudulent',
      state: 'inquiry',
      answer_by: null,
      created_at: now,
      updated_at: now,
      closed_at: null,
    })
    .execute();
  return {
    scheduled: scheduled.id,
    longer: longer.id,
    unrated: of('completed').id,
    member: longer.user_id,
    service: longer.service_id,
  };
}
