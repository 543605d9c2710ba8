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
  const isOf = (name: string) => name === mark || name.startsWith(`${mark}:`);
  return kept.some((text) =>
    Object.entries(formsIn(text)).some(([name, form]) => isOf(name) && isBegun(form)),
  );
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
