import { EnvError } from '../../core/env.ts';
import type { Deps } from '../../deps.ts';
import { hasPeopleNotOf } from './users.repository.ts';

/**
 * A server that has lost its settings does not open its sandboxes to a house in which real people live: a proxy that
 * says nothing of itself cannot be told from this machine.
 * @throws EnvError
 */
export async function refuseOthersPeople({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  if (env.OIDC_ISSUER || env.SANDBOX_SAID) return;
  if (await hasPeopleNotOf(db, [env.ISSUER.name, 'deleted']))
    throw new EnvError(
      'OIDC_ISSUER is not set, and people of another issuer are in this database: set it, or SANDBOX=1 to let anybody in',
    );
}
