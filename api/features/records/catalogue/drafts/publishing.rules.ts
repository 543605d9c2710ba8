import {
  type OfferCategoryDraft,
  OfferCategoryForm,
  type OfferDraft,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import { Refusal } from '../../../../core/refusal.ts';
import {
  decideCategory,
  decideService,
  type Names,
  type OfferWrite,
  rowsAfter,
} from '../offer/offer.decide.ts';
import { type OfferRows, presentCategoryDraft, presentDraft } from '../offer/offer.presenter.ts';
import type { DraftRow } from './drafts.repository.ts';

/** A draft's publication, as decided. */
export interface Step {
  draft: DraftRow;
  /** `null` if nothing is new, or if it is refused. */
  write: OfferWrite | null;
  /** The reason why it cannot be published; `null` if it can. */
  refusal: Refusal | null;
}

/** A draft as the service or the category will be. */
export const presentEither = (row: DraftRow, rows: OfferRows): OfferDraft | OfferCategoryDraft =>
  row.kind === 'category' ? presentCategoryDraft(row, rows) : presentDraft(row, rows);

/**
 * Decides the publication of drafts as one: categories before the services in them, each on top of the ones before,
 * and names compared with those that all of them leave, so that two services may exchange theirs.
 */
export function decideDrafts(rows: OfferRows, drafts: readonly DraftRow[]): Step[] {
  const inOrder = drafts.toSorted(
    (one, other) => Number(one.kind === 'service') - Number(other.kind === 'service'),
  );
  const names = namesAfter(rows, drafts);
  let present = rows;
  return inOrder.map((draft) => {
    try {
      const write = decideDraft(present, draft, names);
      if (write) present = rowsAfter(present, write);
      return { draft, write, refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { draft, write: null, refusal: error };
    }
  });
}

/** The names of all services and categories once these drafts are published. */
function namesAfter(rows: OfferRows, drafts: readonly DraftRow[]): Names {
  const changed = new Set(drafts.map((one) => one.subject_id));
  const isKept = ({ id }: { id: string }) => !changed.has(id);
  const of = (kind: DraftRow['kind']) => drafts.filter((one) => one.kind === kind);
  return {
    categories: [
      ...rows.categories.filter(isKept),
      ...of('category').map((one) => ({ id: one.subject_id, name: presentCategoryDraft(one, rows).name })),
    ],
    services: [
      ...rows.services.filter(isKept),
      ...of('service').map((one) => {
        const { name, categoryId } = presentDraft(one, rows);
        return { id: one.subject_id, name, category_id: categoryId };
      }),
    ],
  };
}

function decideDraft(rows: OfferRows, draft: DraftRow, names: Names): OfferWrite | null {
  const id = draft.subject_id;
  const version = versionOf(draft, rows);
  if (draft.kind === 'category') {
    const form = OfferCategoryForm.safeParse({ ...presentCategoryDraft(draft, rows), version });
    if (!form.success) throw incomplete(form.error.issues[0]?.message);
    return decideCategory(rows, { id, form: form.data }, names);
  }
  const form = OfferServiceForm.safeParse({ ...presentDraft(draft, rows), version });
  if (!form.success) throw incomplete(form.error.issues[0]?.message);
  return decideService(rows, { id, form: form.data }, names);
}

/** The version of the draft's service or category; `null` if it is new. */
export const versionOf = ({ kind, subject_id }: DraftRow, rows: OfferRows): number | null =>
  (kind === 'category' ? rows.categories : rows.services).find(({ id }) => id === subject_id)?.version ??
  null;

const incomplete = (message = 'It is not complete.'): Refusal => new Refusal('invalid_input', message);
