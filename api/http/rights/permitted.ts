import type { Context } from 'koa';
import type { Who } from '../../contract/access/access.ts';
import type { Person } from '../../core/person.ts';
import { nobody, notAllowed, unauthorized } from '../../core/refusal.ts';

/**
 * The session's person, for a call or a file of the contract.
 * @returns `null` only where anyone may ask
 * @throws Refusal `unauthorized`, `account_deleted`, `forbidden`
 */
export function permitted(ctx: Context, who: Exclude<Who, 'anyone'>): Person;
export function permitted(ctx: Context, who: Who): Person | null;
export function permitted(ctx: Context, who: Who): Person | null {
  const person: Person | null = ctx.state.person;
  if (who === 'anyone') return person;
  if (!person) throw nobody(ctx.state);
  if (who !== 'person' && !person.permissions.has(who)) throw notAllowed();
  refuseSomebodyElse(ctx, person);
  return person;
}

/** Refuses a call that a device queued for one person and sends after another has signed in. */
function refuseSomebodyElse(ctx: Context, person: Person): void {
  const meant = ctx.get('hearthkeep-person');
  if (meant && meant !== person.id) throw unauthorized();
}
