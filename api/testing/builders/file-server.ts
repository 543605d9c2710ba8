import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { mend } from '../outside/mended.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';

/**
 * Starts a server for the tests of a file; each test begins at the same time, with the card provider as it was.
 * @param at the time at which each test begins, ISO 8601
 * @param give called with the server before the first test
 * @param start starts it
 */
export function aFileServer(
  at: string,
  give: (server: TestServer) => unknown,
  start: () => Promise<TestServer> = startTestServer,
): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
    await give(server);
  });
  beforeEach(() => server.clock.set(at));
  afterEach(() => mend(server));
  afterAll(() => server.close());
}

/**
 * Starts two servers on one database for the tests of a file. The second refuses work past the hours of a plan
 * (`PAST_HOURS`). Each test begins at the same time, with the card provider as it was.
 * @param at the time at which each test begins, ISO 8601
 * @param give called with both before the first test
 * @param start starts the first one
 */
export function aFileServerBesideRefusing(
  at: string,
  give: (server: TestServer, refusing: TestServer) => unknown,
  start: () => Promise<TestServer> = startTestServer,
): void {
  let refusing: TestServer;
  // Vitest calls what follows the tests in the opposite order, so the second server is closed first.
  aFileServer(
    at,
    async (server) => {
      refusing = await startTestServer({ beside: server, env: { PAST_HOURS: 'refuse' } });
      await give(server, refusing);
    },
    start,
  );
  beforeEach(() => refusing.clock.set(at));
  afterAll(() => refusing.close());
}
