import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import {
  asking,
  carryOut,
  type Event,
  isSettled,
  NotApproved,
  type Open,
  step,
  Unlearnt,
  type Wanted,
} from './plan-change.machine.ts';

const planOf = (changes: Partial<Subscription> = {}): Subscription => ({
  tier: 'standard',
  status: 'active',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextTier: 'standard',
  pendingTier: null,
  owed: null,
  ...changes,
});
const owed = { amountCents: 140_099, nextAttemptAt: null, invoiceUrl: null };
const running = planOf();
const waiting = planOf({ pendingTier: 'deluxe' });
const changed = planOf({ tier: 'deluxe', nextTier: 'deluxe' });

const upgrade: Wanted = { body: { tier: 'deluxe' }, before: 'standard' };
const payment: Wanted = { body: null, before: 'standard' };
const clientSecret = 'pi_1_secret_2';
const lost = new NetworkError('lost');
const no = new NotApproved('No.');
const answer = (status: number) =>
  new ApiError(status, JSON.stringify({ code: 'conflict', message: 'No', requestId: 'r' }), '', null);

const heard = (status: Extract<Event, { name: 'bank heard' }>['status'], words?: string): Event => ({
  name: 'bank heard',
  status,
  words,
});
const read = (plan: Subscription): Event => ({ name: 'read', plan });
const failed = (error: Error): Event => ({ name: 'failed', error });

describe('a requested change', () => {
  test('is done with the answer, whatever that contains', () => {
    for (const plan of [changed, waiting, running])
      expect(step(upgrade, asking, { name: 'answered', plan, clientSecret: null })).toEqual({
        name: 'done',
        plan,
      });
  });

  test('continues with the bank if the bank asks', () => {
    expect(step(upgrade, asking, { name: 'answered', plan: waiting, clientSecret })).toEqual({
      name: 'bank asks',
      clientSecret,
    });
  });

  test('fails if the server refuses it', () => {
    const error = answer(409);
    expect(step(upgrade, asking, failed(error))).toEqual({ name: 'failed', error });
  });

  test.each([lost, answer(503)])('reads the plan if the answer is lost: %s', (error) => {
    expect(step(upgrade, asking, failed(error))).toEqual({ name: 'answer lost', error });
  });
});

describe('a change with a lost answer', () => {
  const state: Open = { name: 'answer lost', error: lost };
  const isDone = (wanted: Wanted, plan: Subscription) => step(wanted, state, read(plan)).name === 'done';

  test('is done if the plan is as requested', () => {
    expect(step(upgrade, state, read(changed))).toEqual({ name: 'done', plan: changed });
    const end: Wanted = { body: { cancelAtPeriodEnd: true }, before: 'standard' };
    expect(isDone(end, planOf({ nextTier: null }))).toBe(true);
    expect(isDone(end, running)).toBe(false);
    expect(isDone({ ...end, body: { tier: 'basic' } }, planOf({ nextTier: 'basic' }))).toBe(true);
    expect(isDone(payment, running)).toBe(true);
    expect(isDone(payment, planOf({ status: 'past_due', owed }))).toBe(false);
    expect(isDone(payment, waiting)).toBe(false);
  });

  test('fails with the first error if the plan is not, or cannot be read either', () => {
    expect(step(upgrade, state, read(running))).toEqual({ name: 'failed', error: lost });
    expect(step(upgrade, state, read({ ...changed, pendingTier: 'premium' }))).toEqual({
      name: 'failed',
      error: lost,
    });
    expect(step(upgrade, state, failed(answer(503)))).toEqual({ name: 'failed', error: lost });
  });
});

describe('a change after the bank’s question', () => {
  const asks: Open = { name: 'bank asks', clientSecret };
  const unheard: Open = { name: 'bank unheard', clientSecret };

  test.each(['succeeded', 'processing'] as const)('is waited for after an approval: %s', (status) => {
    expect(step(upgrade, asks, heard(status))).toEqual({ name: 'approved' });
    expect(step(upgrade, unheard, heard(status))).toEqual({ name: 'approved' });
  });

  test.each(['requires_payment_method', 'canceled'] as const)(
    'reads the plan after a refusal, with the bank’s words: %s',
    (status) => {
      expect(step(upgrade, asks, heard(status, 'No.'))).toEqual({ name: 'not approved', error: no });
      expect(step(upgrade, unheard, heard(status))).toEqual({
        name: 'not approved',
        error: new NotApproved('Your bank did not approve this payment.'),
      });
    },
  );

  test('asks the provider once if the bank’s answer was lost', () => {
    expect(step(upgrade, asks, heard(undefined))).toEqual(unheard);
    expect(step(upgrade, unheard, heard(undefined))).toEqual({ name: 'unlearnt' });
  });

  test('reads the plan if the question is still open', () => {
    expect(step(upgrade, asks, heard('requires_action'))).toEqual({ name: 'unlearnt' });
  });

  test('fails if the provider cannot be reached', () => {
    for (const state of [asks, unheard])
      expect(step(upgrade, state, failed(lost))).toEqual({ name: 'failed', error: lost });
  });
});

describe('a change with an unknown answer of the bank', () => {
  test('is done if the plan has changed, or nothing waits any more', () => {
    for (const plan of [changed, running])
      expect(step(upgrade, { name: 'unlearnt' }, read(plan))).toEqual({ name: 'done', plan });
  });

  test('fails as unknown if it still waits', () => {
    const state = step(upgrade, { name: 'unlearnt' }, read(waiting));
    expect(state).toEqual({ name: 'failed', error: new Unlearnt() });
    expect(state.name === 'failed' && state.error).toBeInstanceOf(Unlearnt);
  });
});

test('an approved change ends with the plan as last read, also if it still waits', () => {
  for (const plan of [changed, waiting])
    expect(step(upgrade, { name: 'approved' }, read(plan))).toEqual({ name: 'done', plan });
});

describe('a change refused by the bank', () => {
  const state: Open = { name: 'not approved', error: no };
  const ended = { name: 'failed', error: no };

  test('is taken back while it waits, so that it can be tried again', () => {
    const back: Open = { name: 'taking back', tier: 'standard', error: no };
    expect(step(upgrade, state, read(waiting))).toEqual(back);
    expect(step(upgrade, back, { name: 'answered', plan: running, clientSecret: null })).toEqual(ended);
    expect(step(upgrade, back, failed(lost))).toEqual(ended);
  });

  test('is left if the plan has gone up meanwhile, waits for nothing, or has ended', () => {
    const gone = planOf({ tier: 'none', pendingTier: 'deluxe' });
    const further: Subscription = { ...changed, pendingTier: 'premium' };
    for (const plan of [changed, further, running, gone])
      expect(step(upgrade, state, read(plan))).toEqual(ended);
  });

  test('reports the bank’s refusal also if the plan cannot be read', () => {
    expect(step(upgrade, state, failed(lost))).toEqual(ended);
  });

  test('is left if it was no change but a debt', () => {
    expect(step(payment, state, read(waiting))).toEqual(ended);
  });
});

test('a plan is settled once it has changed, or has neither a waiting change nor a debt', () => {
  expect(isSettled(changed, 'standard')).toBe(true);
  expect(isSettled(running, 'standard')).toBe(true);
  expect(isSettled(waiting, 'standard')).toBe(false);
  expect(isSettled(planOf({ status: 'past_due', owed }), 'standard')).toBe(false);
});

describe('a whole change', () => {
  /** Returns the given events in turn, and notes the requested actions. */
  function world(...events: (Event | Error)[]) {
    const steps: string[] = [];
    const perform = async (state: Open): Promise<Event> => {
      steps.push(state.name);
      const event = events.shift();
      if (!event || event instanceof Error) throw event;
      return event;
    };
    return { steps, perform };
  }

  test('ends with the new plan after the bank’s approval', async () => {
    const { steps, perform } = world(
      { name: 'answered', plan: waiting, clientSecret },
      heard(undefined),
      heard('succeeded'),
      read(changed),
    );
    expect(await carryOut(upgrade, perform)).toBe(changed);
    expect(steps).toEqual(['asking', 'bank asks', 'bank unheard', 'approved']);
  });

  test('is taken back after the bank’s refusal, and throws that refusal', async () => {
    const { steps, perform } = world(
      { name: 'answered', plan: waiting, clientSecret },
      heard('requires_payment_method', 'No.'),
      read(waiting),
      lost,
    );
    await expect(carryOut(upgrade, perform)).rejects.toEqual(no);
    expect(steps).toEqual(['asking', 'bank asks', 'not approved', 'taking back']);
  });

  test('is read from the plan after a payment with a lost answer', async () => {
    const { steps, perform } = world(lost, read(running));
    expect(await carryOut(payment, perform)).toBe(running);
    expect(steps).toEqual(['asking', 'answer lost']);
  });
});
