import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { mend } from '../outside/mended.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';

/**
 * Starts a server for the tests of a file; each test begins at the same time, with the card provider as it was.
 * @param at the time at which each test begins, ISO 8601
 * @param give called with the server before the first test
 */
export function aFileServer(at: string, give: (server: TestServer) => unknown): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await give(server);
  });
  beforeEach(() => server.clock.set(at));
  afterEach(() => mend(server));
  afterAll(() => server.close());
}
