import type { Database } from '../../db/database.ts';

/** Stands for the id of the row itself, where two empty rows must differ. */
export const itsOwnId = Symbol('the id of the row');

/** What becomes of a person's datum when their account is deleted: its row goes, the cell is emptied, or it stays without a name. */
export type Fate = 'deleted' | 'kept' | { emptied: string | number | null | typeof itsOwnId };

/**
 * What a column is: `ours`, which says nothing of anybody; a person's, which stands in what they download; or a
 * person's that does not stand there (`hidden`), since it opens something, names somebody of the team or only serves the
 * machinery.
 */
export type ColumnAnswer = 'ours' | Fate | { hidden: Fate };

/** The column that says whose a row is: by the person's id, or by the id of a row of another table that says it. */
export interface Whose<C extends string = string> {
  column: C;
  of?: 'bookings' | 'subscriptions' | 'notices';
}

export interface TableAnswer<Columns extends string = string> {
  /** What the table is to a person; of what is kept or hidden also why. */
  why: string;
  /** `null` where no row is anybody's. */
  whose: Whose<Columns> | null;
  /** In which order a person reads their rows; together unique among them, none empty. Only where some column is shown. */
  order?: readonly Columns[];
  columns: { [C in Columns]: ColumnAnswer };
}

export type DataMap = { [T in keyof Database]: TableAnswer<keyof Database[T] & string> };

/** What becomes of a column's cells; `null` of one that is nobody's. */
export function fateOf(answer: ColumnAnswer): Fate | null {
  if (answer === 'ours') return null;
  return typeof answer === 'object' && 'hidden' in answer ? answer.hidden : answer;
}

/** Whether a person reads a column in what they download. */
export const isShown = (answer: ColumnAnswer): boolean =>
  answer !== 'ours' && !(typeof answer === 'object' && 'hidden' in answer);
