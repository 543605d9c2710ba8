import { afterAll, afterEach } from 'vitest';
import { type Dashboard, openDashboard } from '../outside/dashboard.ts';
import type { TestServer } from '../servers/server.ts';
import { aFileServer } from './file-server.ts';

/**
 * The same as `aFileServer`, for a file whose owner uses the card provider's dashboard.
 * @param give called with both before the first test
 */
export function aDashboardServer(give: (at: { server: TestServer; dashboard: Dashboard }) => void): void {
  let dashboard: Dashboard;
  aFileServer('2026-11-20T02:00:00.000Z', async (server) => {
    dashboard = await openDashboard(server);
    give({ server, dashboard });
  });
  // These run before the server is mended and closed.
  afterEach(() => dashboard.restore());
  afterAll(() => dashboard.close());
}
