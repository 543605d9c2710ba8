import { Refusal } from '../core/refusal.ts';

/** A place in a list ordered by creation and id, newest first: the last row already given. */
export interface Place {
  created_at: string;
  id: string;
}

/** The place before the first row; later than every possible instant. */
const start: Place = { created_at: '9999', id: '' };
const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),([\w-]{1,100})$/;

/** @throws Refusal `invalid_input` when the cursor is not one of ours. */
export function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return start;
  const [, created_at, id] = form.exec(cursor) ?? [];
  if (!created_at || !id) throw badCursor();
  return { created_at, id };
}

export const badCursor = (): Refusal =>
  new Refusal('invalid_input', 'This cursor is unknown', {
    fields: { cursor: 'Must come from a Link header' },
  });

export interface Page<T> {
  rows: T[];
  /** The cursor of the next page; `null` on the last page. */
  next: string | null;
}

/** Takes `limit + 1` rows, and gives the page's rows with the cursor of the next page, if there is one. */
export function pageOf<T extends Place>(rows: T[], limit: number): Page<T> {
  if (rows.length <= limit) return { rows, next: null };
  const given = rows.slice(0, limit);
  const last = given.at(-1);
  return { rows: given, next: last ? `${last.created_at},${last.id}` : null };
}
