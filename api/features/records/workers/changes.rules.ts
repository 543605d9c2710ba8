import { randomUUID } from 'node:crypto';
import type { WorkerFacts, WorkerForm } from '../../../contract/schemas/settings/workers.ts';
import { inWeek } from './workers.presenter.ts';
import type { WorkerRow, WorkerRows } from './workers.repository.ts';

/** A new worker, of whom nothing is said yet. */
export const blankFacts: WorkerFacts = {
  ...{
    name: '',
    phone: '',
    email: '',
    colour: 'pine',
    postcode: '',
    picture: null,
    isActive: true,
    pace: 100,
  },
  ...{ skills: [], postcodes: [], hours: [], days: [], licences: [] },
};

const partNames = ['licences', 'skills', 'postcodes', 'hours', 'days'] as const;
export type PartName = (typeof partNames)[number];

/** The facts after a change. */
export function merged(before: WorkerFacts, { version: _, ...form }: WorkerForm): WorkerFacts {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
  return inOrder({ ...before, ...given });
}

const byKey = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));

/** Each list in one order, by which two of them are compared. */
export const inOrder = (facts: WorkerFacts): WorkerFacts => ({
  ...facts,
  skills: byKey(facts.skills, ({ categoryId, serviceId }) => categoryId ?? `~${serviceId}`),
  postcodes: [...new Set(facts.postcodes)].sort(),
  hours: inWeek(facts.hours),
  days: byKey(
    facts.days.map((one) => ({ ...one, hours: one.hours.toSorted((a, b) => a.from - b.from) })),
    ({ day }) => day,
  ),
  licences: byKey(facts.licences, ({ id }) => id),
});

/** The names of the facts that differ. */
export const changedNames = (before: WorkerFacts, after: WorkerFacts): (keyof WorkerFacts)[] =>
  (Object.keys(after) as (keyof WorkerFacts)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** The columns of the worker's own row. */
export const columnsOf = (
  facts: WorkerFacts,
): Pick<WorkerRow, 'name' | 'phone' | 'email' | 'colour' | 'postcode' | 'picture' | 'active' | 'pace'> => ({
  name: facts.name,
  phone: facts.phone,
  email: facts.email,
  colour: facts.colour,
  postcode: facts.postcode,
  picture: facts.picture,
  active: facts.isActive ? 1 : 0,
  pace: facts.pace,
});

/**
 * The parts whose rows are replaced, in the order in which they may be written; skills refer to licences, so a change
 * of one replaces both.
 */
export const partsToReplace = (changed: readonly (keyof WorkerFacts)[]): PartName[] => {
  const refers = changed.includes('skills') || changed.includes('licences');
  return partNames.filter(
    (name) => changed.includes(name) || (refers && (name === 'skills' || name === 'licences')),
  );
};

/** The rows of all parts. */
export function partRows(worker_id: string, facts: WorkerFacts): WorkerRows {
  return {
    licences: facts.licences.map(({ id, name, number, expiresOn }) => ({
      ...{ id, worker_id, name, number, expires_on: expiresOn },
    })),
    skills: facts.skills.map(({ categoryId, serviceId, pace, licenceId }) => ({
      ...{ id: randomUUID(), worker_id, category_id: categoryId, service_id: serviceId },
      ...{ pace, licence_id: licenceId },
    })),
    postcodes: facts.postcodes.map((postcode) => ({ worker_id, postcode })),
    hours: facts.hours.map(({ weekday, from, until, startsOn, endsOn }, position) => ({
      ...{ worker_id, position, weekday, from_minute: from, until_minute: until },
      ...{ starts_on: startsOn, ends_on: endsOn },
    })),
    days: facts.days.map(({ day, hours, note }) => ({ worker_id, day, hours: JSON.stringify(hours), note })),
  };
}
