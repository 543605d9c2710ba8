import { describe, expect, test } from 'vitest';
import type { Entry } from '../unsent/work.ts';
import { aPage, cancel, type Sent } from './testing/page.ts';

describe('a change awaited by a person', () => {
  test('is done when the server makes it', async () => {
    const { outbox, shown, store } = aPage();
    expect(await outbox.submit('b1', cancel, 5000)).toEqual({ kind: 'stored' });
    expect(shown).toHaveLength(1);
    expect(store.all()).toEqual([]);
  });

  test('shows the reason of a refusal, and is not kept', async () => {
    const refused: Sent = { kind: 'refused', code: 'terms_changed', reason: 'The terms have changed' };
    const { outbox, store } = aPage({ send: async () => refused });
    expect(await outbox.submit('b1', cancel, 5000)).toEqual(refused);
    expect(store.all()).toEqual([]);
  });

  test('stays with the reason if it is refused when nobody looks any more', async () => {
    const refused: Sent = { kind: 'refused', code: 'conflict', reason: 'It has begun' };
    const { outbox, store } = aPage({ send: async () => refused });
    expect(await outbox.submit('b1', cancel, 5000, { isAwaited: () => false })).toMatchObject({
      kind: 'waiting',
    });
    expect(store.all()).toMatchObject([{ state: 'failed', reason: 'It has begun' }]);
  });

  test('is returned in its present state when taken back', async () => {
    const { outbox, store } = aPage({ send: async () => ({ kind: 'no-network' }) });
    const kept: Entry[] = [];
    await outbox.submit('b1', cancel, 5000, { kept: (entry) => kept.push(entry) });
    const [entry] = kept;
    expect(entry).toMatchObject({ work: cancel, attempts: 0 });
    expect((await outbox.discard(entry as Entry))?.attempts).toBeGreaterThan(0);
    expect(store.all()).toEqual([]);
  });

  test('waits without a network', async () => {
    const { outbox, store } = aPage({ send: async () => ({ kind: 'no-network' }) });
    expect(await outbox.submit('b1', cancel, 5000)).toMatchObject({ kind: 'waiting' });
    expect(store.all()).toMatchObject([{ state: 'waiting', work: cancel }]);
  });

  test('continues by itself without an answer in time, and stays with the reason if refused later', async () => {
    let answer = (_: Sent) => {};
    const { outbox, store, timers } = aPage({
      send: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const submitted = outbox.submit('b1', cancel, 5000);
    await expect.poll(() => timers.length).toBe(1);
    timers[0]?.();
    expect(await submitted).toMatchObject({ kind: 'waiting' });
    answer({ kind: 'refused', code: 'conflict', reason: 'It has begun' });
    await expect.poll(() => store.all()).toMatchObject([{ state: 'failed', reason: 'It has begun' }]);
    expect(outbox.state().entries).toMatchObject([{ code: 'conflict' }]);
  });
});
