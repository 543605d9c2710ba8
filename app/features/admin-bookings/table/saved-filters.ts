import { searchOf } from '../../../lib/search.ts';
import { readPlain, writePlain } from '../../../pwa/storage/plain-storage.ts';
import { type Filter, filterOf, noFilter } from '../filter.ts';

/** A filter that a person keeps on this device, under words of its parts. */
export interface SavedFilter {
  name: string;
  /** The filter as in an address. */
  search: string;
}

/** The most that are kept: more would be no short way any more. */
export const mostSaved = 8;

/** The filters go with the sign-out, since they may name customers. */
const placeOf = (userId: string): string => `hearthkeep-saved-filters:${userId}`;

/** The stored list may come from an older version of the app, or be damaged; its invalid parts are left out. */
export function savedIn(stored: string | null): SavedFilter[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(list)) return [];
    return list
      .filter((one) => typeof one?.name === 'string' && typeof one?.search === 'string' && one.name !== '')
      .map(({ name, search }) => ({ name, search: searchOf(filterOf(new URLSearchParams(search))) }))
      .filter(({ search }) => search !== '')
      .slice(0, mostSaved);
  } catch {
    return [];
  }
}

export const readSaved = (userId: string): SavedFilter[] => savedIn(readPlain(placeOf(userId)));

export const writeSaved = (userId: string, saved: readonly SavedFilter[]): void =>
  writePlain(placeOf(userId), saved.length ? JSON.stringify(saved) : null);

/** Whether a filter can be saved: it narrows or sorts, is not saved yet, and there is room. */
export const maySave = (filter: Filter, saved: readonly SavedFilter[]): boolean =>
  searchOf(filter) !== searchOf(noFilter) &&
  saved.length < mostSaved &&
  !saved.some(({ search }) => search === searchOf(filter));

const orderWords: Record<string, string> = {
  created: 'oldest first',
  when: 'by time',
  '-when': 'by time, latest first',
  customer: 'by customer',
  '-customer': 'by customer, from Z',
  status: 'by status',
  '-status': 'by status, from the end',
};

/**
 * The name of a filter: its parts in words.
 * @param parts the tab's label, if it is not all, and the labels of the other parts
 */
export const nameOfFilter = (
  { text, sort }: Pick<Filter, 'text' | 'sort'>,
  parts: readonly string[],
): string => [...parts, text.trim() && `“${text.trim()}”`, orderWords[sort]].filter(Boolean).join(', ');
