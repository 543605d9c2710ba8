import type { ColumnAnswer, itsOwnId } from '../map.types.ts';

export const hidden = { hidden: 'deleted' } as const;
export const keptHidden = { hidden: 'kept' } as const;
export const emptied = <V extends string | number | null | typeof itsOwnId>(as: V) => ({ emptied: as });

/** The answers of columns that go with their row. */
export const allDeleted = <C extends string>(columns: readonly C[]): { [N in C]: 'deleted' } =>
  Object.fromEntries(columns.map((column) => [column, 'deleted'])) as { [N in C]: 'deleted' };

/** The answers of a table that holds nothing about people. */
export const allOurs = <C extends string>(...columns: C[]): { [N in C]: ColumnAnswer } =>
  Object.fromEntries(columns.map((column) => [column, 'ours'])) as { [N in C]: ColumnAnswer };
