import { type Clock, instant } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { selectByEmailOrId, setRole } from './roles.repository.ts';

/**
 * Makes a person an administrator (design §6), named by e-mail address or by id. An address names nobody for certain
 * when people of several issuers have it: then nothing is done and all of them are answered.
 */
export async function grantAdmin(
  parts: { db: Db; clock: Clock },
  who: string,
): Promise<{ granted: boolean; found: { id: string; issuer: string }[] }> {
  const found = await selectByEmailOrId(parts.db, who.trim().toLowerCase());
  const [only, another] = found;
  if (!only || another) return { granted: false, found };
  await setRole(parts.db, only.id, 'admin', instant(parts.clock));
  return { granted: true, found };
}
