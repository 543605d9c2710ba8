import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdMs, keptForPayment } from '../../../../api/contract/rules/business/hold-terms.ts';
import { clockLeft } from './time-left.tsx';

const calls: string[] = [];
let answerNow: (() => void)[] = [];

beforeEach(() => {
  calls.length = 0;
  answerNow = [];
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method, body }: RequestInit) => {
      calls.push(`${method} ${method === 'POST' ? JSON.parse(String(body)).start : path}`);
      await new Promise<void>((resolve) => answerNow.push(resolve));
      const id = calls.filter((made) => made.startsWith('POST')).length;
      const answer = method === 'POST' ? { id: `hold-${id}`, start: '', expiresAt: '' } : { done: true };
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Lets the next request have its answer. */
async function answer(): Promise<void> {
  await vi.waitFor(() => expect(answerNow.length).toBeGreaterThan(0));
  answerNow.shift()?.();
}

const visit = { serviceId: 'lawn', postcode: '2204' };

test('the last of two quick choices is kept, and requests go one after the other', async () => {
  const { keepTime, isFor } = await import('./kept-time.ts');
  const one = keepTime(visit, 'nine');
  const two = keepTime(visit, 'ten');
  await vi.waitFor(() => expect(calls).toEqual(['POST nine']));
  await answer();
  await one;
  await vi.waitFor(() => expect(calls).toEqual(['POST nine', 'POST ten']));
  await answer();
  const kept = await two;
  expect([isFor(kept, visit, 'ten'), isFor(kept, visit, 'nine')]).toEqual([true, false]);
  expect(isFor(kept, { ...visit, postcode: '2000' }, 'ten')).toBe(false);
});

test('a form that is left while its time is just being held ends the hold once it is there', async () => {
  const { keepTime, letGo } = await import('./kept-time.ts');
  const kept = keepTime(visit, 'nine');
  letGo(visit);
  await answer();
  const { id } = await kept;
  await vi.waitFor(() => expect(calls).toEqual(['POST nine', `DELETE /api/holds/${id}`]));
  await answer();
});

test('a time that a payment has stays when its form is left, until the form has it again', async () => {
  const { handOn, keepTime, letGo, takeBack } = await import('./kept-time.ts');
  const kept = keepTime(visit, 'nine');
  await answer();
  const { id } = await kept;
  handOn('payment');
  letGo(visit);
  takeBack({ serviceId: 'roof' });
  letGo({ serviceId: 'roof' }, true);
  // All that was asked for is done.
  await turn();
  expect(calls).toEqual(['POST nine']);
  takeBack(visit);
  letGo(visit);
  await vi.waitFor(() => expect(calls).toEqual(['POST nine', `DELETE /api/holds/${id}`]));
  await answer();
});

test('a time whose move is taken back is free at once, also after the form has handed it on and forgotten it', async () => {
  const { forgetKept, handOn, keepTime, letGoOf, isFor } = await import('./kept-time.ts');
  const kept = keepTime(visit, 'nine');
  await answer();
  const { id } = await kept;
  handOn('change');
  forgetKept();
  letGoOf(id);
  await vi.waitFor(() => expect(calls).toEqual(['POST nine', `DELETE /api/holds/${id}`]));
  await answer();
  const next = keepTime(visit, 'ten');
  await answer();
  letGoOf(id);
  await vi.waitFor(() => expect(calls).toHaveLength(4));
  await answer();
  expect(isFor(await next, visit, 'ten')).toBe(true);
});

test('a time that is taken back without the network is free once it is back', async () => {
  const { keepTime, letGoOf } = await import('./kept-time.ts');
  const { heard, missed } = await import('../../../lib/online.ts');
  const kept = keepTime(visit, 'nine');
  await answer();
  const { id } = await kept;
  missed();
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('no network'));
  letGoOf(id);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await turn();
  expect(calls).toEqual(['POST nine']);
  heard();
  await vi.waitFor(() => expect(calls).toEqual(['POST nine', `DELETE /api/holds/${id}`]));
  await answer();
});

test('payments keep a time for twenty minutes, and for thirty since it was chosen at most', () => {
  const minutes = (count: number) => count * 60_000;
  expect(keptForPayment(0, minutes(3))).toBe(minutes(23));
  expect(keptForPayment(0, minutes(10))).toBe(minutes(30));
  expect(keptForPayment(0, minutes(25))).toBe(minutes(30));
  expect(holdMs.chosen).toBe(minutes(10));
});

test('the time that is left is said in minutes and seconds', () => {
  expect([clockLeft(599_001), clockLeft(60_000), clockLeft(8_200), clockLeft(-5)]).toEqual([
    '10:00',
    '1:00',
    '0:09',
    '0:00',
  ]);
});
