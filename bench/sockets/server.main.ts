import { once } from 'node:events';
import { createDeps } from '../../api/compose/create-deps.ts';
import { createServer } from '../../api/compose/server.ts';
import { readEnv } from '../../api/core/env.ts';
import { createLog } from '../../api/core/log.ts';
import { createLimits, defaultRates } from '../../api/http/limits/limits.ts';
import { claimPort, portOf } from '../../api/http/port.ts';
import { testSecret } from '../../api/testing/servers/secret.ts';

/** The product on a migrated database; sends its parent its address and, on request, its memory. */
const claim = await claimPort(0, '127.0.0.1');
const url = `http://127.0.0.1:${portOf(claim)}`;
const env = readEnv({ ...process.env, PORT: String(portOf(claim)), PUBLIC_URL: url });
const stopping = new AbortController();
const deps = await createDeps(env, createLog(env.LOG_LEVEL), {
  secret: testSecret,
  // All of them come from this machine.
  limits: createLimits({ ...defaultRates, socketsPerAddress: 1_000_000 }),
  stopping: stopping.signal,
});
const app = createServer(deps);
app.server.listen(claim);
await once(app.server, 'listening');
process.send?.({ url });

process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.once('disconnect', () => process.exit(0));
