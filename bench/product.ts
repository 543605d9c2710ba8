import { once } from 'node:events';
import { createDeps } from '../api/compose/create-deps.ts';
import { createServer } from '../api/compose/server.ts';
import { readEnv } from '../api/core/env.ts';
import { createLog } from '../api/core/log.ts';
import { createSession } from '../api/features/records/account/sessions/sessions.service.ts';
import { sessionCookieName } from '../api/http/cookies.ts';
import { createLimits, defaultRates } from '../api/http/limits/limits.ts';
import { claimPort, portOf } from '../api/http/port.ts';

/** The product as `npm start` starts it, with logs, but without limits that the load would reach. */
const [userId = ''] = process.argv.slice(2);
const claim = await claimPort(0, '127.0.0.1');
const port = portOf(claim);
const env = readEnv({
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  // One person makes all bookings.
  OPEN_BOOKINGS: '1000000000',
  BOOKINGS_PER_DAY: '1000000000',
});
const stopping = new AbortController();
const never = 1_000_000_000;
const deps = await createDeps(env, createLog(env.LOG_LEVEL), {
  secret: 'a secret of nobody but this benchmark',
  limits: createLimits({
    ...defaultRates,
    signInPerAddress: never,
    writesPerAddress: never,
    writesPerPerson: never,
    feedsPerAddress: never,
    feedsPerCalendar: never,
    socketsPerAddress: never,
    readsPerPerson: never,
    readsPerAddress: never,
    heavyPerPerson: never,
    providerPerPerson: never,
    cardTriesPerPerson: never,
    chatMessagesPerPerson: never,
    typingPerPerson: never,
  }),
  stopping: stopping.signal,
});
const app = createServer(deps);
app.server.listen(claim);
await once(app.server, 'listening');
const session = await createSession(deps, userId, 'bench');
process.send?.({ port, cookie: `${sessionCookieName(env)}=${session}` });

process.once('disconnect', async () => {
  stopping.abort();
  await app.close();
  await deps.sandbox?.close();
  await deps.bus.close();
  await deps.db.destroy();
  process.exit(0);
});
