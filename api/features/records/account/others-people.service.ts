import { EnvError } from '../../../core/env.ts';
import type { Deps } from '../../../deps.ts';
import { hasPeopleNotOf } from './account.repository.ts';

/**
 * Refuses to start sandboxes on a database of real people, as after a loss of settings. A proxy that sends no
 * headers cannot be told from this machine.
 * @throws EnvError
 */
export async function refuseOthersPeople(deps: Pick<Deps, 'db' | 'env'>): Promise<void> {
  const { db, env } = deps;
  if (env.OIDC_ISSUER || env.SANDBOX_SAID) return;
  if (await hasPeopleNotOf(db, [env.ISSUER.name, 'deleted']))
    throw new EnvError(
      'OIDC_ISSUER is not set, and people of another issuer are in this database: set it, or SANDBOX=1 to let anybody in',
    );
}
