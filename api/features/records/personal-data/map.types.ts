import type { Database } from '../../../db/database.ts';

/** Stands for the row's own id, for columns in which two emptied rows must differ. */
export const itsOwnId = Symbol('the id of the row');

/**
 * The fate of a person's datum when their account is deleted: the row is deleted, the cell is emptied, or it is kept
 * without a name.
 */
export type Fate = 'deleted' | 'kept' | { emptied: string | number | null | typeof itsOwnId };

/**
 * The kind of a column: `ours`, which says nothing about people; a person's, which is in their file; or a person's
 * that is not in it (`hidden`), because it opens something, names somebody of the team, or serves the machinery
 * alone.
 */
export type ColumnAnswer = 'ours' | Fate | { hidden: Fate };

/** The column that tells whose a row is: by the person's id, or by the id of a row in another table with that id. */
export interface Whose<C extends string = string> {
  column: C;
  of?: 'bookings' | 'subscriptions' | 'notices' | 'workers';
}

export interface TableAnswer<Columns extends string = string> {
  /** The meaning of the table for a person, with the reason for each kept or hidden column. */
  why: string;
  /** `null` if no row belongs to a person. */
  whose: Whose<Columns> | null;
  /**
   * The order of a person's rows: columns that are unique together and never empty. Only if some column is shown.
   */
  order?: readonly Columns[];
  columns: { [C in Columns]: ColumnAnswer };
}

export type DataMap = { [T in keyof Database]: TableAnswer<keyof Database[T] & string> };

/** The fate of a column's cells; `null` for one that belongs to nobody. */
export function fateOf(answer: ColumnAnswer): Fate | null {
  if (answer === 'ours') return null;
  return typeof answer === 'object' && 'hidden' in answer ? answer.hidden : answer;
}

/** Whether a column is in the file of a person's data. */
export const isShown = (answer: ColumnAnswer): boolean =>
  answer !== 'ours' && !(typeof answer === 'object' && 'hidden' in answer);
