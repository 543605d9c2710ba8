import { type begunNames, entriesOf } from './begun.ts';

/** The fields of unsent forms, each under an id, for this person and tab, until the sign-out. */
export function fieldsKeptAs(name: (typeof begunNames)[keyof typeof begunNames]) {
  const drafts = entriesOf<{ fields: object }>(name);
  return {
    keepDraft: (id: string, fields: object): void => drafts.keep(id, { fields }),
    forgetDraft: drafts.forget,
    /**
     * The fields of a form with the kept draft over its blank fields. A number that is not entered yet is kept as
     * `null`; a draft of another release may lack fields.
     */
    typedOver<Fields extends object>(blank: Fields, id: string): Fields {
      const kept = Object.entries(drafts.read(id)?.fields ?? {}).filter(([field, value]) =>
        isLike(blank[field as keyof Fields], value),
      );
      return { ...blank, ...Object.fromEntries(kept) };
    },
  };
}

const isLike = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
