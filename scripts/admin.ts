import { systemClock } from '../api/clock.ts';
import { isMigrated } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import { probeDatabase } from '../api/db/probe.ts';
import { readEnv } from '../api/env.ts';
import { grantAdmin } from '../api/features/account/roles.service.ts';
import { CommandError, command } from './command.ts';

/** `npm run admin -- someone@example.com`: makes someone who has signed in once an administrator. */
await command(async ([who]) => {
  if (!who) throw new CommandError('Name the person: npm run admin -- someone@example.com');
  const env = readEnv(process.env);
  const db = await probeDatabase(() => openDatabase(env.DATABASE_URL));
  try {
    if (!(await isMigrated(db))) throw new CommandError('The database is not ready: run `npm start` first');
    const { granted, found } = await grantAdmin({ db, clock: systemClock }, who);
    if (granted) return `${who} is an administrator now`;
    if (found.length === 0) throw new CommandError(`Nobody has signed in as ${who} yet`);
    const people = found.map((person) => `  ${person.id}  ${person.issuer}`).join('\n');
    throw new CommandError(`Several people have this address; name one by id:\n${people}`);
  } finally {
    await db.destroy();
  }
});
