import { personMark } from '../../lib/session.ts';
import { plainStorage, tabStorage } from './plain-storage.ts';

/** Under what names forms keep what was begun in them, by the mark of the person, with `zustand`'s `persist`. */
export const begunNames = {
  /** Of this tab: requests and bookings. */
  forms: 'hearthkeep-drafts',
  /** Of this tab: the team's answers to requests. */
  answers: 'hearthkeep-answers',
  preferences: 'hearthkeep-preferences',
} as const;

/** What each of them keeps of one form, beside what is not typed. */
interface Begun {
  typed?: object;
  fields?: object;
  values?: object;
}

/** Whether any form holds what this person began and has not sent; of other tabs' forms nothing is known. */
export function hasBegunForms(mark: string): boolean {
  const kept = [
    tabStorage.getItem(begunNames.forms),
    tabStorage.getItem(begunNames.answers),
    plainStorage.getItem(begunNames.preferences),
  ];
  return kept.some((text) =>
    Object.entries(formsIn(text)).some(([name, form]) => isOf(mark, name) && isBegun(form)),
  );
}

const isOf = (mark: string | null, name: string) => name === mark || name.startsWith(`${mark}:`);

/**
 * For `persist`'s `merge`: what this person began, or a visitor did. Anybody else's would be written again with the
 * rest. While nobody is signed in, what waits for its writer to sign in again stays.
 */
export const mergeOwn = <T>(kept: unknown, now: Record<string, T>): Record<string, T> => ({
  ...now,
  ...ownOf(personMark(), (kept ?? {}) as Record<string, T>),
});

const ownOf = <T>(mark: string | null, forms: Record<string, T>): Record<string, T> =>
  mark === null
    ? forms
    : Object.fromEntries(Object.entries(forms).filter(([name]) => isOf(mark, name) || isOf(null, name)));

/** What anybody else began goes; from other tabs, when they are next looked at. */
export function dropOthersBegun(): void {
  const mark = personMark();
  for (const name of Object.values(begunNames))
    for (const storage of [tabStorage, plainStorage]) {
      const forms = formsIn(storage.getItem(name));
      const own = ownOf(mark, forms);
      const count = Object.keys(own).length;
      if (count === Object.keys(forms).length) continue;
      if (count) storage.setItem(name, JSON.stringify({ state: own, version: 0 }));
      else storage.removeItem(name);
    }
}

const isBegun = (form: Begun | null): boolean =>
  Object.keys(form?.typed ?? form?.fields ?? form?.values ?? {}).length > 0;

function formsIn(text: string | null): Record<string, Begun | null> {
  try {
    return JSON.parse(text ?? '{}')?.state ?? {};
  } catch {
    return {};
  }
}
