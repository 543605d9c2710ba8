import { randomUUID } from 'node:crypto';
import { aPayment, aPlan, aUser } from '../builders/builders.ts';
import { aPaidBooking } from '../builders/paid-booking.ts';
import { refundPlan } from '../builders/refunded-plans.ts';
import { admin, db, inDays, nobody, type Scenarios, server } from './scene.ts';

export const customersActs: Scenarios = {
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
};
