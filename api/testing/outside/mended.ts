import { vi } from 'vitest';
import type { TestServer } from '../servers/server.ts';
import { paymentsSandbox } from './cards.ts';

/** Restores everything after a test in which the card provider or a part of the product was made to fail. */
export function mend(server: TestServer): void {
  vi.restoreAllMocks();
  paymentsSandbox(server).control({ reset: true });
}
