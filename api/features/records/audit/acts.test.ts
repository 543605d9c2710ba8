import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../../bus/changed.ts';
import { access } from '../../../contract/access/access.ts';
import { type CallName, paths } from '../../../contract/paths/paths.ts';
import type { auditActs } from '../../../contract/schemas/customers.ts';
import type { OfferServiceForm } from '../../../contract/schemas/offer.ts';
import type { PlanDraftForm } from '../../../contract/schemas/plans.ts';
import type { WorkerForm } from '../../../contract/schemas/settings/workers.ts';
import type { Db } from '../../../db/database.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import {
  aBooking,
  aMembersBooking,
  anAdmin,
  aPayment,
  aPlan,
  aService,
  aUser,
} from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import { refundPlan } from '../../../testing/builders/refunded-plans.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let heard: Change[];
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  await seedCatalogue(db);
  heard = recordChanges(server.deps);
  admin = await server.as(await anAdmin(db));
});
afterAll(() => server.close());

type Status = { status: number };
interface Scenario {
  act: (typeof auditActs)[number];
  /** Makes the things that the call needs. */
  given: () => Promise<{
    /** Makes the call once, with an effect. */
    effect: () => Promise<Status>;
    /** Repeats and refused calls, which have no effect. */
    nothing: (() => Promise<Status>)[];
  }>;
}
/** A call of administrators that only marks messages as seen. */
const noAct = 'no act';

/** Relative to the machine’s clock, which the server uses. */
const inDays = (days: number) => ({
  scheduledDate: new Date(server.clock.now().getTime() + days * 86_400_000).toISOString(),
});
const nobody = { id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11' };
const reply = { title: 'On the way', text: 'Somebody is on the way.' };
const aReply = async () => ({ id: (await admin.call('addCannedReply', { body: reply })).body.id });

/** Takes the plans of other scenarios away, and drafts one. @returns its id, and how to draft it again */
async function aPlanDraft() {
  await db.deleteFrom('plan_drafts').execute();
  await db.deleteFrom('plans').where('version_id', '=', '').execute();
  await db.updateTable('plans').set({ on_sale: 0 }).where('position', '>', 4).execute();
  const id = `gold-${randomUUID().slice(0, 8)}`;
  const form = {
    ...{ name: id, priceCents: 140_000, minutes: 600, concierge: 'Line', features: [], noticeHours: 0 },
    ...{ horizonDays: null, sameDay: true, priority: false, revision: null },
  };
  const put = (given: Partial<PlanDraftForm>) => () =>
    admin.call('putPlanDraft', { params: { id }, body: { ...form, ...given } });
  await put({})();
  return Object.assign(put, { id });
}

/** Adds a worker. @returns the id, and a way to change the worker */
async function aWorkerForm() {
  const id = randomUUID();
  const put = (body: WorkerForm) => () => admin.call('putWorker', { params: { id }, body });
  await put({ name: 'Ana Silva', version: null })();
  return Object.assign(put, { id });
}

const publishPlan =
  (id: string, revision: number, key = 'cccccccccc', at: string | null = null) =>
  () =>
    admin.call('publishPlan', { params: { id }, body: { key, revision, at, running: 'keep' } });

/** Every call by which an administrator acts, and the act that it logs. */
const table: { [N in CallName]?: Scenario | typeof noAct } = {
  seeConversation: noAct,
  changeRole: {
    act: 'role_changed',
    async given() {
      const { id } = await aUser(db);
      const to = (params: { id: string }) => () =>
        admin.call('changeRole', { params, body: { role: 'admin', expectedRole: 'customer' } });
      return { effect: to({ id }), nothing: [to({ id }), to(nobody)] };
    },
  },
  requestCustomerData: {
    act: 'data_requested',
    async given() {
      const { id } = await aUser(db);
      const ask = (params: { id: string }) => () => admin.call('requestCustomerData', { params });
      return { effect: ask({ id }), nothing: [ask({ id }), ask(nobody)] };
    },
  },
  requestCustomerDeletion: {
    act: 'deletion_requested',
    async given() {
      const { id, email } = await aUser(db);
      const ask = (params: { id: string }, typed: string) => () =>
        admin.call('requestCustomerDeletion', { params, body: { email: typed } });
      return {
        effect: ask({ id }, email),
        nothing: [ask({ id }, email), ask({ id }, 'else@example.com'), ask(nobody, email)],
      };
    },
  },
  keepCustomer: {
    act: 'deletion_taken_back',
    async given() {
      const { id, email } = await aUser(db);
      await admin.call('requestCustomerDeletion', { params: { id }, body: { email } });
      const keep = (params: { id: string }) => () => admin.call('keepCustomer', { params });
      return { effect: keep({ id }), nothing: [keep({ id }), keep(nobody)] };
    },
  },
  settleStuckRefund: {
    act: 'refund_settled',
    async given() {
      const { id } = await aPayment(db, { status: 'refunding', refund_trouble: 'Too little money.' });
      const settle = (params: { id: string }) => () =>
        admin.call('settleStuckRefund', { params, body: { how: 'again' } });
      return { effect: settle({ id }), nothing: [settle({ id }), settle(nobody)] };
    },
  },
  settleUnclearAtProvider: {
    act: 'unclear_settled',
    async given() {
      const object_id = `sub_${randomUUID()}`;
      const id = `${object_id}:status`;
      const { id: user_id } = await aUser(db);
      const noted_at = server.clock.now().toISOString();
      const of = { kind: 'subscription', object_id, what: 'status', said: 'new' } as const;
      const row = { id, read_by: object_id, user_id, ...of, noted_at, settled_at: null };
      await db.insertInto('unclear_at_provider').values(row).execute();
      const settle = (params: { id: string }) => () => admin.call('settleUnclearAtProvider', { params });
      return { effect: settle({ id }), nothing: [settle({ id }), settle(nobody)] };
    },
  },
  giveBackHours: {
    act: 'hours_given_back',
    async given() {
      const now = server.clock.now();
      const { user_id } = await aPlan(db, {
        current_period_start: now.toISOString(),
        current_period_end: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
      });
      const invoiceId = await refundPlan(db, { userId: user_id, now: now.toISOString() });
      const give =
        (params: { id: string }, hours = 12) =>
        () =>
          admin.call('giveBackHours', { params, body: { invoiceId, hours } });
      const params = { id: user_id };
      return { effect: give(params), nothing: [give(params), give(params, 3), give(nobody)] };
    },
  },
  refundCharge: {
    act: 'charge_refunded',
    async given() {
      const { intent } = await aPaidBooking(server);
      const { id } = await db
        .selectFrom('payments')
        .select('id')
        .where('intent_id', '=', intent)
        .executeTakeFirstOrThrow();
      const idempotencyKey = randomUUID();
      const body = { amountCents: 2000, reason: 'The windows were streaky.', leftCents: 18_900 };
      const refund =
        (params: { id: string }, other: object = {}, key = idempotencyKey) =>
        () =>
          admin.call('refundCharge', { params, body: { ...body, ...other }, idempotencyKey: key });
      const unawares = refund({ id }, {}, randomUUID());
      return {
        effect: refund({ id }),
        nothing: [refund({ id }), refund(nobody), unawares, refund({ id }, { reason: '' })],
      };
    },
  },
  giveHours: {
    act: 'hours_given',
    async given() {
      const { id } = await aUser(db);
      const idempotencyKey = randomUUID();
      const body = {
        hours: 2,
        expiresOn: inDays(30).scheduledDate.slice(0, 10),
        reason: 'The visit began late.',
      };
      const give =
        (params: { id: string }, other: object = {}) =>
        () =>
          admin.call('giveHours', { params, body: { ...body, ...other }, idempotencyKey });
      return {
        effect: give({ id }),
        nothing: [give({ id }), give({ id }, { hours: 3 }), give(nobody), give({ id }, { hours: 0.1 })],
      };
    },
  },
  settleLeftAtProvider: {
    act: 'left_settled',
    async given() {
      const id = `cus_${randomUUID()}`;
      const { id: user_id } = await aUser(db);
      const noted_at = server.clock.now().toISOString();
      const left = { provider_id: id, user_id, kind: 'customer', trouble: 'refused', noted_at } as const;
      await db.insertInto('left_at_provider').values(left).execute();
      const settle = (params: { id: string }) => () => admin.call('settleLeftAtProvider', { params });
      return { effect: settle({ id }), nothing: [settle({ id }), settle(nobody)] };
    },
  },
  setBookingStatus: {
    act: 'booking_status_set',
    async given() {
      const { id } = await aBooking(db);
      const set = (params: { id: string }, status: string) => () =>
        admin.call('setBookingStatus', { params, body: { status } });
      return {
        effect: set({ id }, 'scheduled'),
        nothing: [set({ id }, 'scheduled'), set({ id }, 'lost'), set(nobody, 'scheduled')],
      };
    },
  },
  changeConversation: {
    act: 'conversation_changed',
    async given() {
      const { id } = await aUser(db);
      const take = (params: { id: string }) => () =>
        admin.call('changeConversation', { params, body: { assignee: 'me', lastSeenId: null } });
      const strange = { status: 'lost', lastSeenId: null };
      return {
        effect: take({ id }),
        nothing: [
          take({ id }),
          take(nobody),
          () => admin.call('changeConversation', { params: { id }, body: strange }),
        ],
      };
    },
  },
  withdrawExtraHours: {
    act: 'extra_hours_withdrawn',
    async given() {
      const { id } = await aMembersBooking(db);
      const body = { status: 'completed', actualHours: 3, reason: 'The roof was wet.' };
      const { body: done } = await admin.call('setBookingStatus', { params: { id }, body });
      const withdraw =
        (of: { id: string }, questionId = done.extra?.id ?? '') =>
        () =>
          admin.call('withdrawExtraHours', { params: of, query: { questionId } });
      return {
        effect: withdraw({ id }),
        nothing: [withdraw({ id }), withdraw(nobody), withdraw({ id }, nobody.id)],
      };
    },
  },
  contactCustomer: {
    act: 'customer_contacted',
    async given() {
      const { email: customerEmail, id: user_id } = await aUser(db);
      const { id: bookingId } = await aBooking(db, { user_id });
      const idempotencyKey = randomUUID();
      const write = (body: object) => () =>
        admin.call('contactCustomer', {
          body: { bookingId, customerEmail, message: 'We are on our way', ...body },
          idempotencyKey,
        });
      return {
        effect: write({}),
        nothing: [write({}), write({ customerEmail: 'other@example.com' }), write({ bookingId: nobody.id })],
      };
    },
  },
  confirmBookings: {
    act: 'booking_status_set',
    async given() {
      const { id } = await aBooking(db);
      const { id: done } = await aBooking(db, { status: 'completed' });
      const confirm = (ids: string[]) => () => admin.call('confirmBookings', { body: { ids } });
      return { effect: confirm([id, id]), nothing: [confirm([id]), confirm([done, nobody.id]), confirm([])] };
    },
  },
  writeToChosen: {
    act: 'customer_contacted',
    async given() {
      const { id } = await aBooking(db);
      const idempotencyKey = randomUUID();
      const write =
        (ids: string[], message = 'We are on our way') =>
        () =>
          admin.call('writeToChosen', { body: { ids, message }, idempotencyKey });
      return { effect: write([id]), nothing: [write([id]), write([id], 'Another'), write([nobody.id])] };
    },
  },
  moveBooking: {
    act: 'booking_rescheduled',
    async given() {
      const { id, scheduled_date: expectedDate } = await aBooking(db, {
        status: 'scheduled',
        scheduled_date: inDays(3).scheduledDate,
      });
      const move = (params: { id: string }) => () =>
        admin.call('moveBooking', { params, body: { ...inDays(4), expectedDate } });
      return { effect: move({ id }), nothing: [move({ id }), move(nobody)] };
    },
  },
  sendQuote: {
    act: 'quote_sent',
    async given() {
      const { params } = await aRequest(server, { fields: inDays(3) });
      const idempotencyKey = randomUUID();
      const send =
        (of: { id: string }, amountCents = 24_000, key = idempotencyKey) =>
        () => {
          const body = { kind: 'price', amountCents, replaces: null };
          return admin.call('sendQuote', { params: of, body, idempotencyKey: key });
        };
      const unawares = send(params, 24_000, randomUUID());
      return { effect: send(params), nothing: [send(params), send(params, 0), send(nobody), unawares] };
    },
  },
  withdrawQuote: {
    act: 'quote_withdrawn',
    async given() {
      const { params, quoted } = await aRequest(server, { fields: inDays(3) });
      const quoteId = await quoted();
      const withdraw =
        (of: { id: string }, id = quoteId) =>
        () =>
          admin.call('withdrawQuote', { params: of, query: { quoteId: id } });
      const unawares = withdraw(params, nobody.id);
      return { effect: withdraw(params), nothing: [withdraw(params), withdraw(nobody), unawares] };
    },
  },
  addCannedReply: {
    act: 'canned_reply_added',
    async given() {
      return {
        effect: () => admin.call('addCannedReply', { body: reply }),
        nothing: [() => admin.call('addCannedReply', { body: { ...reply, title: '' } })],
      };
    },
  },
  changeCannedReply: {
    act: 'canned_reply_changed',
    async given() {
      const params = await aReply();
      const body = { ...reply, title: 'Here soon' };
      return {
        effect: () => admin.call('changeCannedReply', { params, body }),
        nothing: [
          () => admin.call('changeCannedReply', { params: nobody, body }),
          () => admin.call('changeCannedReply', { params, body: { title: 'Empty', text: '' } }),
        ],
      };
    },
  },
  addRole: {
    act: 'role_added',
    async given() {
      const body = aRoleForm();
      const add = (form = body) => admin.call('addRole', { body: form });
      return { effect: add, nothing: [add, () => add({ name: '', permissions: [] })] };
    },
  },
  editRole: {
    act: 'role_edited',
    async given() {
      const form = aRoleForm();
      const { body } = await admin.call('addRole', { body: form });
      const edit =
        (id: string, name = `${form.name} 2`) =>
        () =>
          admin.call('editRole', { params: { id }, body: { ...form, name } });
      return { effect: edit(body.id), nothing: [edit(body.id), edit(nobody.id), edit(body.id, 'Worker')] };
    },
  },
  removeRole: {
    act: 'role_removed',
    async given() {
      const { body } = await admin.call('addRole', { body: aRoleForm() });
      const remove = () => admin.call('removeRole', { params: { id: body.id } });
      return { effect: remove, nothing: [remove] };
    },
  },
  invite: {
    act: 'team_invited',
    async given() {
      const email = `${randomUUID()}@example.com`;
      const invite =
        (role = 'support') =>
        () =>
          admin.call('invite', { body: { email, role } });
      return { effect: invite(), nothing: [invite(), invite('worker'), invite('no-role')] };
    },
  },
  revokeInvitation: {
    act: 'invitation_revoked',
    async given() {
      const email = `${randomUUID()}@example.com`;
      const { body } = await admin.call('invite', { body: { email, role: 'support' } });
      const revoke = () => admin.call('revokeInvitation', { params: { id: body.id } });
      return { effect: revoke, nothing: [revoke] };
    },
  },
  previewOpening: noAct,
  saveBusiness: {
    act: 'business_changed',
    async given() {
      const { version } = server.deps.business.current();
      const save = (body: object) => () => admin.call('saveBusiness', { body: { version, ...body } });
      const name = `House ${randomUUID()}`;
      return {
        effect: save({ name }),
        nothing: [save({ name }), save({ name: 'Other' }), save({ name: '😀' })],
      };
    },
  },
  saveTexts: {
    act: 'texts_changed',
    async given() {
      const { version } = server.deps.texts.current();
      const save = (lead: string) => () => admin.call('saveTexts', { body: { version, texts: { lead } } });
      const lead = `Help ${randomUUID()}`;
      return { effect: save(lead), nothing: [save(lead), save('Other'), save('')] };
    },
  },
  saveLook: {
    act: 'look_changed',
    async given() {
      const { version } = server.deps.look.current();
      const save = (primary: string) => () => admin.call('saveLook', { body: { version, primary } });
      return { effect: save('#1d4ed8'), nothing: [save('#1d4ed8'), save('#000080'), save('#ffff00')] };
    },
  },
  putBrandPicture: noAct,
  putOfferService: {
    act: 'service_edited',
    async given() {
      const service = await aService(db);
      const form = aServiceForm(service);
      const put =
        (given: Partial<OfferServiceForm>, of = service.id) =>
        () =>
          admin.call('putOfferService', { params: { id: of }, body: { ...form, ...given } });
      return {
        effect: put({ priceCents: 20_000 }),
        nothing: [
          put({ priceCents: 20_000 }),
          put({ priceCents: 21_000 }),
          put({ priceCents: 0, version: 2 }),
          put({}, nobody.id),
        ],
      };
    },
  },
  // Nobody sees a picture before a service has it.
  addOfferPicture: noAct,
  // Nor a photo before a worker has it.
  addWorkerPicture: noAct,
  putOfferDraft: {
    act: 'service_drafted',
    async given() {
      const service = await aService(db);
      const form = { ...aServiceForm(service), publishOn: null, draft: null };
      const put = (given: object) => () =>
        admin.call('putOfferDraft', { params: { id: service.id }, body: { ...form, ...given } });
      return {
        effect: put({ priceCents: 20_000 }),
        nothing: [put({ priceCents: 20_000 }), put({ priceCents: 21_000 }), put({ draft: 1 })],
      };
    },
  },
  dropOfferDraft: {
    act: 'service_draft_dropped',
    async given() {
      const service = await aService(db);
      const params = { id: service.id };
      const form = { ...aServiceForm(service), publishOn: null, draft: null };
      await admin.call('putOfferDraft', { params, body: { ...form, priceCents: 20_000 } });
      const drop = (draft: number) => () => admin.call('dropOfferDraft', { params, query: { draft } });
      return { effect: drop(1), nothing: [drop(1), drop(2)] };
    },
  },
  putOfferCategory: {
    act: 'category_added',
    async given() {
      const id = randomUUID();
      const form = { description: '', color: 'sky', icon: 'drop', isOffered: true, version: null } as const;
      const put = (name: string) => () =>
        admin.call('putOfferCategory', { params: { id }, body: { ...form, name } });
      return { effect: put(id), nothing: [put(id), put('Other'), put('')] };
    },
  },
  orderOffer: {
    act: 'offer_ordered',
    async given() {
      const { category_id: categoryId, id } = await aService(db, { position: 1 });
      const { id: other } = await aService(db, { category_id: categoryId, position: 2 });
      const order = (before: string[], after: string[]) => () =>
        admin.call('orderOffer', { body: { categoryId, before, after } });
      return {
        effect: order([id, other], [other, id]),
        nothing: [
          order([id, other], [other, id]),
          order([id, other], [id, other]),
          order([other, id], [id, nobody.id]),
        ],
      };
    },
  },
  putPlanDraft: {
    act: 'plan_edited',
    async given() {
      const put = await aPlanDraft();
      return {
        effect: put({ priceCents: 150_000, revision: 1 }),
        nothing: [
          put({ priceCents: 150_000, revision: 2 }),
          put({ priceCents: 160_000 }),
          put({ minutes: 0 }),
        ],
      };
    },
  },
  dropPlanDraft: {
    act: 'plan_dropped',
    async given() {
      const { id } = await aPlanDraft();
      const drop =
        (revision: number, of = id) =>
        () =>
          admin.call('dropPlanDraft', { params: { id: of }, body: { revision } });
      return { effect: drop(1), nothing: [drop(1), drop(1, 'no-such-plan')] };
    },
  },
  markPlan: {
    act: 'plan_marked',
    async given() {
      const { id } = await aPlanDraft();
      await publishPlan(id, 1)();
      const mark = (revision: number, premium: boolean) => () =>
        admin.call('markPlan', {
          params: { id },
          body: { popular: false, premium, isOnSale: false, revision },
        });
      return { effect: mark(3, true), nothing: [mark(4, true), mark(3, false)] };
    },
  },
  orderPlans: {
    act: 'plans_ordered',
    async given() {
      const { id } = await aPlanDraft();
      const before = (await admin.call('readPlanBook')).body.plans.map((one) => one.id);
      const after = [id, ...before.filter((one) => one !== id)];
      const order = (from: string[], to: string[]) => () =>
        admin.call('orderPlans', { body: { before: from, after: to } });
      return {
        effect: order(before, after),
        nothing: [order(before, after), order(before, before), order(after, [id])],
      };
    },
  },
  publishPlan: {
    act: 'plan_published',
    async given() {
      const { id } = await aPlanDraft();
      const key = 'aaaaaaaaaa';
      return {
        effect: publishPlan(id, 1, key),
        nothing: [publishPlan(id, 1, key), publishPlan(id, 1), publishPlan('no-such-plan', 1)],
      };
    },
  },
  unschedulePlan: {
    act: 'plan_unscheduled',
    async given() {
      const { id } = await aPlanDraft();
      await publishPlan(id, 1, 'bbbbbbbbbb', inDays(3).scheduledDate)();
      const back =
        (revision: number, of = id) =>
        () =>
          admin.call('unschedulePlan', { params: { id: of }, body: { revision } });
      return { effect: back(2), nothing: [back(3), back(2, 'no-such-plan')] };
    },
  },
  putWorker: {
    act: 'worker_changed',
    async given() {
      const put = await aWorkerForm();
      return {
        effect: put({ pace: 120, version: 1 }),
        nothing: [
          put({ pace: 120, version: 2 }),
          put({ pace: 130, version: 1 }),
          put({ name: '', version: 2 }),
        ],
      };
    },
  },
  assignWorker: {
    act: 'visit_assigned',
    async given() {
      const { category_id, id: service_id } = await aService(db);
      const worker = await aWorker(db, { categoryIds: [category_id], hours: { from: 0, until: 1440 } });
      const params = await aBooking(db, {
        service_id,
        status: 'scheduled',
        scheduled_date: inDays(3).scheduledDate,
      });
      const assign = (of: { id: string }, workerId: string) => () =>
        admin.call('assignWorker', { params: { id: of.id }, body: { workerId } });
      return {
        effect: assign(params, worker.id),
        nothing: [assign(params, worker.id), assign(nobody, worker.id), assign(params, nobody.id)],
      };
    },
  },
  inviteWorker: {
    act: 'worker_invited',
    async given() {
      const put = await aWorkerForm();
      const { email } = await anAdmin(db);
      await put({ email, version: 1 })();
      const invite = (params: { id: string }) => () => admin.call('inviteWorker', { params });
      return { effect: invite(put), nothing: [invite(put), invite(nobody)] };
    },
  },
  putLeave: {
    act: 'worker_leave_set',
    async given() {
      const { id } = await aWorkerForm();
      const params = { id, leaveId: randomUUID() };
      const put = (of: { id: string; leaveId: string }, ends: string) => () =>
        admin.call('putLeave', {
          params: of,
          body: { starts: '2099-01-04', ends, reason: '', state: 'granted' },
        });
      return {
        effect: put(params, '2099-01-05'),
        nothing: [
          put(params, '2099-01-05'),
          put(params, '2099-01-03'),
          put({ ...params, id: nobody.id }, '2099-01-05'),
        ],
      };
    },
  },
  dropLeave: {
    act: 'worker_leave_removed',
    async given() {
      const { id } = await aWorkerForm();
      const params = { id, leaveId: randomUUID() };
      const body = { starts: '2099-01-04', ends: '2099-01-04', reason: '', state: 'granted' } as const;
      await admin.call('putLeave', { params, body });
      const drop = () => admin.call('dropLeave', { params });
      return { effect: drop, nothing: [drop] };
    },
  },
  removeCannedReply: {
    act: 'canned_reply_removed',
    async given() {
      const params = await aReply();
      const remove = () => admin.call('removeCannedReply', { params });
      return { effect: remove, nothing: [remove] };
    },
  },
};

const aRoleForm = () => ({ name: String(randomUUID()), permissions: ['log.read' as const] });

const writes = (Object.keys(paths) as CallName[]).filter(
  (name) => !['anyone', 'person'].includes(access[name]) && paths[name].method !== 'GET',
);

test('every call by which an administrator acts has an act listed here', () => {
  expect(writes.filter((name) => !table[name])).toEqual([]);
});

const acts = () => db.selectFrom('audit_acts').select(['act', 'details']).orderBy('created_at').execute();

describe.for(writes.filter((name) => table[name] && table[name] !== noAct))('%s', (name) => {
  test('logs one act for its effect and tells open apps, and none for a repeat or a refusal', async () => {
    const scenario = table[name] as Scenario;
    const { effect, nothing } = await scenario.given();
    const before = await acts();
    heard.length = 0;
    expect((await effect()).status).toBe(200);
    expect(heard.flatMap(({ admins, keys }) => (admins ? keys : []))).toContain('/api/admin/audit');
    const after = await acts();
    expect(after.length - before.length).toBe(1);
    expect(after.filter(({ act }) => act === scenario.act)).not.toHaveLength(
      before.filter(({ act }) => act === scenario.act).length,
    );
    for (const attempt of nothing) await attempt();
    expect(await acts()).toHaveLength(after.length);
  });
});
