import type { SignedInDevice } from '../../../../contract/schemas/people.ts';
import { instant } from '../../../../core/clock.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound } from '../../../../core/refusal.ts';
import type { Deps } from '../../../../deps.ts';
import { deleteSessionOf, deleteSessionsOf, selectSessionsOf } from '../sessions/sessions.repository.ts';
import { presentDevice } from './devices.presenter.ts';

/** The person's sessions: the one that asks first, then by last use. */
export async function listDevices(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  current: string | null,
): Promise<SignedInDevice[]> {
  const { db, clock } = deps;
  const rows = await selectSessionsOf(db, person.id, instant(clock));
  const devices = rows.map((row) => presentDevice(row, current));
  return [...devices.filter((d) => d.current), ...devices.filter((d) => !d.current)];
}

/**
 * Ends one of the person's sessions and its socket; its next call is answered 401. @throws Refusal `not_found`, also
 * for another person's.
 */
export async function endDevice(
  deps: Pick<Deps, 'db' | 'bus' | 'changes'>,
  person: Person,
  id: string,
): Promise<void> {
  const { db, bus, changes } = deps;
  if (!(await deleteSessionOf(db, person.id, id))) throw notFound('Device');
  bus.tell({ kind: 'ended', sessions: [id] });
  changes.tell({ people: [person.id], keys: ['/api/sessions'] });
}

/** Ends all of the person's sessions except the one that asks. */
export async function endOtherDevices(
  deps: Pick<Deps, 'db' | 'bus'>,
  person: Person,
  current: string | null,
): Promise<void> {
  const { db, bus } = deps;
  const sessions = await deleteSessionsOf(db, person.id, current ?? '');
  bus.tell({ kind: 'ended', sessions });
}
