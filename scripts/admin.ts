import { systemClock } from '../api/core/clock.ts';
import { readEnv } from '../api/core/env.ts';
import { Refusal } from '../api/core/refusal.ts';
import { isMigrated } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import { probeDatabase } from '../api/db/probe.ts';
import { removeMember } from '../api/features/records/administrators/admins.service.ts';
import { grantAdmin } from '../api/features/records/administrators/roles.service.ts';
import { CommandError, command } from './command.ts';

/**
 * `npm run admin -- someone@example.com` makes a person who has signed in once an administrator; `--role dispatcher`
 * gives another role, and `--remove` takes any role.
 */
await command(async (args) => {
  const remove = args[0] === '--remove';
  const role = args[0] === '--role' ? args[1] : undefined;
  const who = args[remove ? 1 : args[0] === '--role' ? 2 : 0];
  if (!who || who.startsWith('--'))
    throw new CommandError(
      'Name the person: npm run admin -- [--remove | --role dispatcher] someone@example.com',
    );
  const env = readEnv(process.env);
  const db = await probeDatabase(() => openDatabase(env.DATABASE_URL));
  try {
    if (!(await isMigrated(db))) throw new CommandError('The database is not ready: run `npm start` first');
    if (remove) return report(who, await removeMember({ db, clock: systemClock, env }, who));
    const { granted, found } = await grantAdmin({ db, clock: systemClock }, who, role).catch(refused);
    if (granted) return role ? `${who} has the role ${role} now` : `${who} is an administrator now`;
    if (found.length === 0) throw new CommandError(nobody(who));
    throw new CommandError(several(found));
  } finally {
    await db.destroy();
  }
});

/** The server's own refusal is a message for the operator. */
function refused(err: unknown): never {
  throw err instanceof Refusal ? new CommandError(err.message) : err;
}

function report(who: string, { removal, listed, found }: Awaited<ReturnType<typeof removeMember>>): string {
  if (removal === 'unknown') throw new CommandError(nobody(who));
  if (removal === 'several') throw new CommandError(several(found));
  if (removal === 'no member') throw new CommandError(`${who} does not belong to the team`);
  if (removal === 'last')
    throw new CommandError(`${who} is the last administrator who can sign in: make another first`);
  return `${who} does not belong to the team any more${listed ? '; take them out of ADMIN_EMAILS too, or they are an administrator when they sign in' : ''}`;
}

function nobody(who: string): string {
  return `Nobody has signed in yet as ${who}, with an issuer that vouches for it`;
}

function several(found: { id: string; issuer: string }[]): string {
  const people = found.map((person) => `  ${person.id}  ${person.issuer}`).join('\n');
  return `Several people have this address; name one by id:\n${people}`;
}
