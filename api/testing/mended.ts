import { vi } from 'vitest';
import { paymentsSandbox } from './cards.ts';
import type { TestServer } from './server.ts';

/** After a test that made the card provider fail, or somebody's part of ours: nothing of it is left for the next. */
export function mend(server: TestServer): void {
  vi.restoreAllMocks();
  paymentsSandbox(server).control({ reset: true });
}
