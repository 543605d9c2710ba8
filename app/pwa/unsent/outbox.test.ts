import 'fake-indexeddb/auto';
import { afterAll, expect, test, vi } from 'vitest';
import { storedChat } from '../outbox/testing/entry.ts';
import type { Answered, Entry } from './work.ts';

const steps: string[] = [];
vi.mock('./send.ts', () => ({
  sender: () => async (entry: Entry) => {
    steps.push('sent');
    return { kind: 'stored', answered: storedChat(entry as Parameters<typeof storedChat>[0]) };
  },
}));
vi.mock('./show.ts', () => {
  steps.push('loaded');
  return {
    showAnswers: async (answers: Answered[]) => void steps.push(`shown ${answers.length}`),
    showKept: async () => {},
    showMissed: () => {},
  };
});
afterAll(() => vi.restoreAllMocks());

test('the code that shows an answer is there before the answer, so that the sent message does not disappear', async () => {
  const { outbox } = await import('./outbox.ts');
  outbox.start('mia');
  await outbox.queue('mia', { kind: 'chat', isSupport: false, content: 'Hello' });
  await expect.poll(() => outbox.state().entries).toEqual([]);
  expect(steps).toEqual(['loaded', 'sent', 'shown 1']);
  outbox.stop();
});
