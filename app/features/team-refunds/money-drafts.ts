import { begunNames, entriesOf } from '../../pwa/storage/begun.ts';

/** Unsent refunds and given hours by name, for this person and tab, until the sign-out. */
const drafts = entriesOf<{ fields: object }>(begunNames.refunds);

export const keepDraft = (name: string, fields: object): void => drafts.keep(name, { fields });
export const forgetDraft = drafts.forget;

/**
 * The fields of a form with the kept draft over its blank fields. A number that is not entered yet is kept as `null`;
 * a draft of another release may lack fields.
 */
export function typedOver<Fields extends object>(blank: Fields, name: string): Fields {
  const kept = Object.entries(drafts.read(name)?.fields ?? {}).filter(
    ([field, value]) => typeof value === typeof blank[field as keyof Fields],
  );
  return { ...blank, ...Object.fromEntries(kept) };
}
