import type { BusinessForm, BusinessSettings } from '../../../api/contract/schemas/business.ts';
import { ApiError } from '../../lib/api.ts';

export type Settings = BusinessSettings;
/** The facts that an owner changes. */
export type Facts = Omit<Settings, 'version' | 'tel' | 'isFixed' | 'differing' | 'outside'>;
export type Draft = Partial<Facts>;

/** The names of the fields, in the order of the page, with their words. */
export const fieldWords: Record<keyof Facts, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  timeZone: 'Time zone',
  currency: 'Currency',
  week: 'Opening hours',
  closedDays: 'Closed days',
  postcodes: 'Area',
  slots: 'Times of bookings',
  workersShown: 'Names of workers',
  terms: 'Terms',
  privacy: 'Privacy',
  cancellation: 'Cancellation',
};
const fields = Object.keys(fieldWords) as (keyof Facts)[];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a draft that differ from the published ones. */
export const changesOf = (draft: Draft, published: Facts): Draft =>
  Object.fromEntries(
    fields.flatMap((field) =>
      draft[field] !== undefined && !isSame(draft[field], published[field]) ? [[field, draft[field]]] : [],
    ),
  );

/** The fields that somebody else published since a draft was begun. */
export const changedSince = (begun: Facts, published: Facts): (keyof Facts)[] =>
  fields.filter((field) => !isSame(begun[field], published[field]));

/**
 * The body that publishes a draft; `null` while the owner has not seen what others published since it was begun. What
 * others changed and took back is as the owner saw it, under a later version.
 */
export function bodyOf(begun: Settings, published: Settings, draft: Draft): BusinessForm | null {
  if (changedSince(begun, published).length > 0) return null;
  return { version: published.version, ...changesOf(draft, published) };
}

/** Whether a draft changes when or where visits are made. */
export const changesOpening = (draft: Draft): boolean =>
  draft.week !== undefined || draft.closedDays !== undefined || draft.postcodes !== undefined;

/** The server's message about a field, or about a part of it. */
export function problemOf(error: unknown, field: keyof Facts): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.fields).find(([path]) => path.split('.', 1)[0] === field)?.[1];
}

/** The postcodes in a text, with commas, spaces between commas, or lines between them. */
export const postcodesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** The days of two lists in order; a day of the first list keeps its reason. */
export function withDays(
  days: Facts['closedDays'],
  others: readonly { day: string; name: string }[],
): Facts['closedDays'] {
  const known = new Set(days.map(({ day }) => day));
  return [...days, ...others.filter(({ day }) => !known.has(day))].sort((one, other) =>
    one.day < other.day ? -1 : 1,
  );
}
