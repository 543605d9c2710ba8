import type { LastWorker } from '../../../contract/calls/slot-calls.ts';
import type { Person } from '../../../core/person.ts';
import type { Deps } from '../../../deps.ts';
import { selectLastWorkers } from '../../records/visits/visits.repository.ts';

/**
 * Who made my last visit, for the wish that they come again: whether somebody did, and the names if the business lets
 * them be shown.
 */
export async function readLastWorker(
  deps: Pick<Deps, 'db' | 'business'>,
  person: Person,
): Promise<LastWorker> {
  const { db, business } = deps;
  const workers = await selectLastWorkers(db, { userId: person.id });
  const isShown = business.current().workersShown === 'on';
  return {
    hasCome: workers.length > 0,
    names: isShown ? workers.map(({ name }) => name) : [],
  };
}
