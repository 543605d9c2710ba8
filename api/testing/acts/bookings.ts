import { randomUUID } from 'node:crypto';
import { aBooking, aMembersBooking, aMessage, aUser } from '../builders/builders.ts';
import { aRequest } from '../builders/requests.ts';
import { admin, db, inDays, nobody, type Scenarios, server } from './scene.ts';

export const bookingsActs: Scenarios = {
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
  waiveAnswer: {
    act: 'booking_answer_waived',
    async given() {
      const { id } = await aBooking(db);
      const { id: lastSeenId } = await aMessage(db, { booking_id: id, message: 'Perfect, thank you.' });
      const waive = (of: { id: string }, seen: string) => () =>
        admin.call('waiveAnswer', { params: of, body: { lastSeenId: seen } });
      return {
        effect: waive({ id }, lastSeenId),
        nothing: [waive({ id }, lastSeenId), waive({ id }, nobody.id), waive(nobody, lastSeenId)],
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
};
