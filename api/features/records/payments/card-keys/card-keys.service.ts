import { type Env, EnvError } from '../../../../core/env.ts';
import type { Db } from '../../../../db/database.ts';
import { changeMode, knowsProvider, storedMode } from './card-keys.repository.ts';

/**
 * Refuses card keys of another mode than those with which the database's customers and payments were made: the
 * provider knows none of these in its other mode. A database without any takes the mode of each start.
 * @throws EnvError
 */
export async function refuseOtherKeys(deps: { db: Db; env: Pick<Env, 'STRIPE_SECRET_KEY'> }): Promise<void> {
  const { db, env } = deps;
  const mode = modeOf(env.STRIPE_SECRET_KEY);
  const stored = await storedMode(db, mode);
  if (stored === mode) return;
  if (await knowsProvider(db)) {
    const now = mode === 'sandbox' ? 'is not set' : `is of ${mode} mode`;
    const before = stored === 'sandbox' ? 'the sandbox' : `${stored} mode`;
    throw new EnvError(
      `STRIPE_SECRET_KEY ${now}, and customers or payments of ${before} are in this database: use the earlier keys, or an empty DATA_DIR and database`,
    );
  }
  await changeMode(db, mode);
}

function modeOf(secretKey: string | undefined): 'sandbox' | 'test' | 'live' {
  if (!secretKey) return 'sandbox';
  return secretKey.includes('_live_') ? 'live' : 'test';
}
