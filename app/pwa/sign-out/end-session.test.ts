import { afterEach, expect, test, vi } from 'vitest';
import { PlainStorage, stubDevice } from '../storage/testing/stores.ts';

vi.mock('../../lib/online.ts', async (original) => ({
  ...(await original<object>()),
  isReachable: async () => true,
}));
vi.mock('../../ui/dialogs/confirm.ts', () => ({ confirmFirst: vi.fn(async () => false) }));
vi.mock('./forget.ts', () => ({ forgetEverything: vi.fn(), holdEverywhere: vi.fn() }));

afterEach(() => vi.unstubAllGlobals());

test('a sign-out asks about messages of the chat that an earlier release kept and the outbox could not take', async () => {
  stubDevice('mia');
  vi.stubGlobal('localStorage', new PlainStorage());
  const [{ endSession }, { confirmFirst }, { holdEverywhere }] = await Promise.all([
    import('./end-session.ts'),
    import('../../ui/dialogs/confirm.ts'),
    import('./forget.ts'),
  ]);
  const older = ['a', 'b'].map((clientId) => ({
    clientId,
    conversationId: 'mia',
    isSupport: false,
    content: 'Hello',
    createdAt: '2026-11-20T02:00:00.000Z',
    refused: null,
  }));
  localStorage.setItem('hearthkeep-chat-unsent:mia', JSON.stringify(older));
  expect(await endSession('POST', '/auth/sign-out')).toBe(true);
  expect(vi.mocked(confirmFirst).mock.calls).toMatchObject([
    [{ text: '2 messages have not been sent yet and would be lost.' }],
  ]);
  expect(holdEverywhere).not.toHaveBeenCalled();
});
