import { heicWords } from '../../../api/contract/rules/photos.ts';
import { isHeic } from '../../pwa/photos/unreadable.ts';

/** Published values with the version that a change of them names. */
export interface Published<T> {
  version: number;
  values: T;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values of a draft that differ from the published ones. */
export const changesOf = <T extends object>(draft: Partial<T>, published: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(value, published[name as keyof T])),
  ) as Partial<T>;

/** The names of the values that somebody else published since a draft was begun. */
export const changedSince = <T extends object>(begun: T, published: T): (keyof T & string)[] =>
  (Object.keys(published) as (keyof T & string)[]).filter((name) => !isSame(begun[name], published[name]));

/** A list with an item moved by so many places. */
export function moved<T>(items: readonly T[], from: number, by: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  rest.splice(from + by, 0, ...items.slice(from, from + 1));
  return rest;
}

/** The error of a file that is too large to be sent, before it is read; `null` if it may be sent. */
export function fileProblem(
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
  mostBytes: number,
): string | null {
  const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1024 / 1024));
  if (size > mostBytes)
    return `This file has ${megabytes(size)} MB. Please choose one of at most ${megabytes(mostBytes)} MB.`;
  if (isHeic({ name, type })) return heicWords;
  if (type && !type.startsWith('image/'))
    return 'This is no picture. Please choose an SVG, PNG, JPEG or WebP.';
  return null;
}
