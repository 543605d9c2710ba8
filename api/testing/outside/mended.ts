import { vi } from 'vitest';
import type { TestServer } from '../servers/server.ts';
import { paymentsSandbox, settled } from './cards.ts';

/**
 * Restores everything after a test in which the card provider or a part of the product was made to fail. Events that
 * are still under way would meet the next test's failures.
 */
export async function mend(server: TestServer): Promise<void> {
  vi.restoreAllMocks();
  paymentsSandbox(server).control({ reset: true });
  await settled(server);
}
