import type { Home, SuggestedHome } from '../../../api/contract/schemas/homes/homes.ts';
import { ApiError } from '../../lib/api.ts';

export type HomeField = keyof SuggestedHome;

const blank: SuggestedHome = {
  ...{ label: '', phone: '', address: '', city: '', state: '', postalCode: '' },
  ...{ access: '', pets: '', parking: '', emergencyContact: '', emergencyPhone: '' },
};
const names = Object.keys(blank) as HomeField[];

/** The fields of a home's form; empty ones for a new home. */
export const fieldsOf = (home: SuggestedHome | null): SuggestedHome =>
  Object.fromEntries(names.map((name) => [name, home?.[name] ?? ''])) as unknown as SuggestedHome;

/** The fields that a person has changed, so that two devices do not undo each other's changes. */
export const changedFields = (home: Home, typed: SuggestedHome): Partial<SuggestedHome> =>
  Object.fromEntries(names.filter((name) => typed[name] !== home[name]).map((name) => [name, typed[name]]));

/** The server's messages about single fields. */
export const refusedFields = (error: unknown): Partial<Record<HomeField, string>> =>
  error instanceof ApiError ? error.fields : {};

/** Whether nobody can say which words of the address are its suburb. */
export const isWhole = ({ city, state, postalCode }: SuggestedHome): boolean =>
  !city && !state && !postalCode;
