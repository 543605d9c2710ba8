import { personMark } from '../../lib/session.ts';
import { plainStorage, tabStorage } from './plain-storage.ts';

/** The storage names of unfinished forms, by the person's mark, for `zustand`'s `persist`. */
export const begunNames = {
  /** Requests and bookings, stored for this tab. */
  forms: 'hearthkeep-drafts',
  /** The team's answers to requests, stored for this tab. */
  answers: 'hearthkeep-answers',
  /** The team's refunds and given hours, stored for this tab. */
  refunds: 'hearthkeep-refunds',
  /** Invitations to the team and its roles, stored for this tab. */
  team: 'hearthkeep-team',
  /** The owner's changes of the offer, stored for this tab. */
  offer: 'hearthkeep-offer',
  /** The attempts to send, which are no forms (attempts.ts). */
  attempts: 'hearthkeep-attempts',
  preferences: 'hearthkeep-preferences',
} as const;

/** The stored content of one form. */
interface Begun {
  typed?: object;
  fields?: object;
  values?: object;
}

/** Whether any form contains unsent text of this person; forms of other tabs are not known. */
export function hasBegunForms(mark: string): boolean {
  const kept = [
    tabStorage.getItem(begunNames.forms),
    tabStorage.getItem(begunNames.answers),
    tabStorage.getItem(begunNames.refunds),
    tabStorage.getItem(begunNames.team),
    tabStorage.getItem(begunNames.offer),
    plainStorage.getItem(begunNames.preferences),
  ];
  return kept.some((text) =>
    Object.entries(formsIn(text)).some(([name, form]) => isOf(mark, name) && isBegun(form)),
  );
}

const isOf = (mark: string | null, name: string) => name === mark || name.startsWith(`${mark}:`);

/**
 * Restores the forms of this person or of a visitor, as `persist`'s `merge`. Forms of other persons would be written
 * again with the rest. While nobody is signed in, forms that wait for their writer to sign in again stay.
 */
export const mergeOwn = <T>(kept: unknown, now: Record<string, T>): Record<string, T> => ({
  ...now,
  ...ownOf(personMark(), (kept ?? {}) as Record<string, T>),
});

const ownOf = <T>(mark: string | null, forms: Record<string, T>): Record<string, T> =>
  mark === null
    ? forms
    : Object.fromEntries(Object.entries(forms).filter(([name]) => isOf(mark, name) || isOf(null, name)));

/**
 * The entries of this person under one of the names, each under an id. Every change is stored before it returns, and
 * is made to what is stored, which another tab may have changed.
 */
export function entriesOf<T extends object>(name: string, storage: typeof tabStorage = tabStorage) {
  const full = (id: string) => `${personMark()}:${id}`;
  const read = () => ownOf(personMark(), formsIn<T>(storage.getItem(name)));
  const write = (entries: Record<string, T>) =>
    Object.keys(entries).length
      ? storage.setItem(name, JSON.stringify({ state: entries, version: 0 }))
      : storage.removeItem(name);
  return {
    read: (id: string): T | undefined => read()[full(id)] ?? undefined,
    keep: (id: string, entry: T): void => write({ ...read(), [full(id)]: entry }),
    forget(id: string): void {
      const { [full(id)]: _, ...others } = read();
      write(others);
    },
  };
}

/** Drops the forms of other persons; other tabs do so when they are next shown. */
export function dropOthersBegun(): void {
  const mark = personMark();
  for (const name of Object.values(begunNames))
    for (const storage of [tabStorage, plainStorage]) {
      const forms = formsIn(storage.getItem(name));
      const entries = ownOf(mark, forms);
      const count = Object.keys(entries).length;
      if (count === Object.keys(forms).length) continue;
      if (count) storage.setItem(name, JSON.stringify({ state: entries, version: 0 }));
      else storage.removeItem(name);
    }
}

const isBegun = (form: Begun | null): boolean =>
  Object.keys(form?.typed ?? form?.fields ?? form?.values ?? {}).length > 0;

function formsIn<T extends object = Begun>(text: string | null): Record<string, T> {
  try {
    return JSON.parse(text ?? '{}')?.state ?? {};
  } catch {
    return {};
  }
}
