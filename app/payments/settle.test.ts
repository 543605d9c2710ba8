import { expect, test, vi } from 'vitest';
import type { Booking } from '../../api/contract/schemas/bookings.ts';
import { ApiError, NetworkError } from '../lib/api.ts';
import { isReloadHeld } from '../lib/reload-hold.ts';
import { settlePayment, wordsOf } from './settle.ts';

const paid = { paymentIntentId: 'pi_1', serviceId: '004b94ee-9108-4b01-89c4-25376bf6cf97' };
const booking = { id: 'b' } as Booking;
const apiError = (status: number, message = 'No') =>
  new ApiError(status, JSON.stringify({ code: 'conflict', message, requestId: 'r' }), '', null);

function answering(...answers: (Error | Booking)[]) {
  const waits: number[] = [];
  const confirm = vi.fn(async () => {
    const next = answers.shift();
    if (!next || next instanceof Error) throw next;
    return next;
  });
  return { confirm, wait: async (ms: number) => void waits.push(ms), waits };
}

test('a lost answer is asked for again, with growing pauses', async () => {
  const server = answering(new NetworkError('lost'), apiError(503), booking);
  expect(await settlePayment(paid, server)).toBe(booking);
  expect(server.confirm).toHaveBeenCalledTimes(3);
  expect(server.waits).toEqual([500, 1500]);
});

test('the call gives up after a few attempts and returns the reason', async () => {
  const server = answering(...Array.from({ length: 9 }, () => new NetworkError('lost')));
  await expect(settlePayment(paid, server)).rejects.toThrow('lost');
  expect(server.confirm).toHaveBeenCalledTimes(5);
});

test('the page is not reloaded before the decision, whatever that is', async () => {
  let held = false;
  const server = answering(new NetworkError('lost'), apiError(409));
  const wait = async () => {
    held = isReloadHeld();
  };
  await expect(settlePayment(paid, { ...server, wait })).rejects.toThrow('409');
  expect(held).toBe(true);
  expect(isReloadHeld()).toBe(false);
});

test('a refusal is final', async () => {
  const server = answering(apiError(409));
  await expect(settlePayment(paid, server)).rejects.toThrow('409');
  expect(server.waits).toEqual([]);
});

test("the server's words are for the person, its JSON is not", () => {
  expect(wordsOf(apiError(409, 'It was refunded'))).toBe('It was refunded');
  expect(wordsOf(new NetworkError('The network did not answer'))).toBe('The network did not answer');
});
