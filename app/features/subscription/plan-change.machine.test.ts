import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../../api/contract/entities.ts';
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

describe('a change that is asked for', () => {
  test('is done with the answer, whatever that says', () => {
    for (const plan of [changed, waiting, running])
      expect(step(upgrade, asking, { name: 'answered', plan, clientSecret: null })).toEqual({
        name: 'done',
        plan,
      });
  });

  test('goes on with the bank where that asks', () => {
    expect(step(upgrade, asking, { name: 'answered', plan: waiting, clientSecret })).toEqual({
      name: 'bank asks',
      clientSecret,
    });
  });

  test('has failed where the server refuses it', () => {
    const error = answer(409);
    expect(step(upgrade, asking, failed(error))).toEqual({ name: 'failed', error });
  });

  test.each([lost, answer(503)])('is looked for in the plan where the answer is lost: %s', (error) => {
    expect(step(upgrade, asking, failed(error))).toEqual({ name: 'answer lost', error });
  });
});

describe('a change whose answer was lost', () => {
  const state: Open = { name: 'answer lost', error: lost };
  const isDone = (wanted: Wanted, plan: Subscription) => step(wanted, state, read(plan)).name === 'done';

  test('is done where the plan is as was asked for', () => {
    expect(step(upgrade, state, read(changed))).toEqual({ name: 'done', plan: changed });
    const end: Wanted = { body: { cancelAtPeriodEnd: true }, before: 'standard' };
    expect(isDone(end, planOf({ nextTier: null }))).toBe(true);
    expect(isDone(end, running)).toBe(false);
    expect(isDone({ ...end, body: { tier: 'basic' } }, planOf({ nextTier: 'basic' }))).toBe(true);
    expect(isDone(payment, running)).toBe(true);
    expect(isDone(payment, planOf({ status: 'past_due', owed }))).toBe(false);
    expect(isDone(payment, waiting)).toBe(false);
  });

  test('has failed with what was lost where the plan is not, or cannot be read either', () => {
    expect(step(upgrade, state, read(running))).toEqual({ name: 'failed', error: lost });
    expect(step(upgrade, state, read({ ...changed, pendingTier: 'premium' }))).toEqual({
      name: 'failed',
      error: lost,
    });
    expect(step(upgrade, state, failed(answer(503)))).toEqual({ name: 'failed', error: lost });
  });
});

describe('a change that the bank was asked about', () => {
  const asks: Open = { name: 'bank asks', clientSecret };
  const unheard: Open = { name: 'bank unheard', clientSecret };

  test.each(['succeeded', 'processing'] as const)('is waited for after a yes: %s', (status) => {
    expect(step(upgrade, asks, heard(status))).toEqual({ name: 'approved' });
    expect(step(upgrade, unheard, heard(status))).toEqual({ name: 'approved' });
  });

  test.each(['requires_payment_method', 'canceled'] as const)(
    'is looked at for what is left of it after a no, in the bank’s words: %s',
    (status) => {
      expect(step(upgrade, asks, heard(status, 'No.'))).toEqual({ name: 'not approved', error: no });
      expect(step(upgrade, unheard, heard(status))).toEqual({
        name: 'not approved',
        error: new NotApproved('Your bank did not approve this payment.'),
      });
    },
  );

  test('is asked after at the provider where the bank’s answer was lost, once', () => {
    expect(step(upgrade, asks, heard(undefined))).toEqual(unheard);
    expect(step(upgrade, unheard, heard(undefined))).toEqual({ name: 'unlearnt' });
  });

  test('is looked for in the plan where the question is still open', () => {
    expect(step(upgrade, asks, heard('requires_action'))).toEqual({ name: 'unlearnt' });
  });

  test('has failed where the provider cannot be had', () => {
    for (const state of [asks, unheard])
      expect(step(upgrade, state, failed(lost))).toEqual({ name: 'failed', error: lost });
  });
});

describe('a change of which the bank’s answer could not be learnt', () => {
  test('is done where the plan has changed, or nothing waits any more', () => {
    for (const plan of [changed, running])
      expect(step(upgrade, { name: 'unlearnt' }, read(plan))).toEqual({ name: 'done', plan });
  });

  test('has failed as that where it waits still', () => {
    const state = step(upgrade, { name: 'unlearnt' }, read(waiting));
    expect(state).toEqual({ name: 'failed', error: new Unlearnt() });
    expect(state.name === 'failed' && state.error).toBeInstanceOf(Unlearnt);
  });
});

test('a change that is approved ends with the plan as it was read last, also where it waits still', () => {
  for (const plan of [changed, waiting])
    expect(step(upgrade, { name: 'approved' }, read(plan))).toEqual({ name: 'done', plan });
});

describe('a change that the bank did not approve', () => {
  const state: Open = { name: 'not approved', error: no };
  const ended = { name: 'failed', error: no };

  test('is taken back while it waits, so that it can be tried again', () => {
    const back: Open = { name: 'taking back', tier: 'standard', error: no };
    expect(step(upgrade, state, read(waiting))).toEqual(back);
    expect(step(upgrade, back, { name: 'answered', plan: running, clientSecret: null })).toEqual(ended);
    expect(step(upgrade, back, failed(lost))).toEqual(ended);
  });

  test('is left where the plan has gone up meanwhile, waits for nothing, or has ended', () => {
    const gone = planOf({ tier: 'none', pendingTier: 'deluxe' });
    const further: Subscription = { ...changed, pendingTier: 'premium' };
    for (const plan of [changed, further, running, gone])
      expect(step(upgrade, state, read(plan))).toEqual(ended);
  });

  test('tells of the bank’s no also where the plan cannot be read', () => {
    expect(step(upgrade, state, failed(lost))).toEqual(ended);
  });

  test('is left where it was no change but what is owed', () => {
    expect(step(payment, state, read(waiting))).toEqual(ended);
  });
});

test('a plan is settled once it has changed, or nothing of it waits and nothing is owed', () => {
  expect(isSettled(changed, 'standard')).toBe(true);
  expect(isSettled(running, 'standard')).toBe(true);
  expect(isSettled(waiting, 'standard')).toBe(false);
  expect(isSettled(planOf({ status: 'past_due', owed }), 'standard')).toBe(false);
});

describe('carried out', () => {
  /** Does what it is asked for in turn, and notes it. */
  function world(...events: (Event | Error)[]) {
    const asked: string[] = [];
    const perform = async (state: Open): Promise<Event> => {
      asked.push(state.name);
      const event = events.shift();
      if (!event || event instanceof Error) throw event;
      return event;
    };
    return { asked, perform };
  }

  test('a change that the bank lets through answers the plan that it leads to', async () => {
    const { asked, perform } = world(
      { name: 'answered', plan: waiting, clientSecret },
      heard(undefined),
      heard('succeeded'),
      read(changed),
    );
    expect(await carryOut(upgrade, perform)).toBe(changed);
    expect(asked).toEqual(['asking', 'bank asks', 'bank unheard', 'approved']);
  });

  test('a change that the bank does not let through is taken back, and throws the bank’s no', async () => {
    const { asked, perform } = world(
      { name: 'answered', plan: waiting, clientSecret },
      heard('requires_payment_method', 'No.'),
      read(waiting),
      lost,
    );
    await expect(carryOut(upgrade, perform)).rejects.toEqual(no);
    expect(asked).toEqual(['asking', 'bank asks', 'not approved', 'taking back']);
  });

  test('a payment whose answer is lost is read from the plan', async () => {
    const { asked, perform } = world(lost, read(running));
    expect(await carryOut(payment, perform)).toBe(running);
    expect(asked).toEqual(['asking', 'answer lost']);
  });
});
