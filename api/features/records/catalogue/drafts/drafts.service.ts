import { offerLimits } from '../../../../contract/rules/offer-terms.ts';
import type { Offer, OfferCategoryDraftForm, OfferDraftForm } from '../../../../contract/schemas/offer.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import { dayOf } from '../../../../core/wall-clock.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { change, type OfferParts } from '../offer/changing.service.ts';
import { categoryChanges, serviceChanges } from '../offer/offer.decide.ts';
import { type OfferRows, presentCategory, presentOfferService } from '../offer/offer.presenter.ts';
import { serviceColumns } from '../offer/offer.rules.ts';
import { full, refuseSameName, refuseUnseen } from '../offer/refusals.rules.ts';
import { requirePicture } from '../offer/writing.service.ts';
import { type DraftRow, deleteDrafts, insertDraft, updateDraft } from './drafts.repository.ts';
import { presentEither } from './publishing.rules.ts';

export type DraftParts = OfferParts & Pick<Deps, 'env'>;

/**
 * Keeps a change of a service, or a new one, until it is published: on its day, or by somebody. Only the values that
 * differ from the published ones are kept, so that other values may change meanwhile. A repeat changes nothing.
 * @throws Refusal `not_found` (its category); `conflict` with the present offer if the draft or the service was changed
 * since its author saw it, and if the name is taken; `invalid_input` on `publishOn` for a day that has begun, is too
 * far ahead, or is another than that of the drafts with which it is published, and if nothing differs
 */
export function putServiceDraft(
  deps: DraftParts,
  actor: Person,
  id: string,
  given: OfferDraftForm,
): Promise<Offer> {
  const { publishOn, draft, version, ...form } = given;
  return putDraft(deps, actor, { kind: 'service', id, publishOn, draft, version, form }, (rows) => {
    const categories = [
      ...rows.categories,
      ...rows.drafts.filter(({ kind }) => kind === 'category').map(asSubject),
    ];
    if (!categories.some((one) => one.id === form.categoryId)) throw notFound('Category');
    const row = rows.services.find((one) => one.id === id);
    return {
      row,
      published: row ? presentOfferService(row, rows.questions.get(id)) : {},
      namesakes: rows.services.filter((one) => one.id !== id && one.category_id === form.categoryId),
      details: serviceChanges(
        row,
        serviceColumns({ ...form, version }),
        rows.questions.get(id) ?? [],
        form.questions,
      ),
    };
  });
}

const asSubject = ({ subject_id }: DraftRow) => ({ id: subject_id });

/**
 * Keeps a change of a category, or a new one, until it is published, as `putServiceDraft` does.
 * @throws Refusal as there
 */
export function putCategoryDraft(
  deps: DraftParts,
  actor: Person,
  id: string,
  given: OfferCategoryDraftForm,
): Promise<Offer> {
  const { publishOn, draft, version, ...form } = given;
  return putDraft(deps, actor, { kind: 'category', id, publishOn, draft, version, form }, (rows) => {
    const row = rows.categories.find((one) => one.id === id);
    return {
      row,
      published: row ? presentCategory(row, [], new Map()) : {},
      namesakes: rows.categories.filter((one) => one.id !== id),
      details: categoryChanges(row, { ...form, version }),
    };
  });
}

type Values = { name: string; picture?: string | null | undefined };

/** What a draft is compared with. */
interface Compared {
  /** The published row; `undefined` for a new one. */
  row: { version: number } | undefined;
  /** The published values, by the names of the form; none of a new one. */
  published: object;
  namesakes: readonly { name: string }[];
  /** The log's details of the change. */
  details: Record<string, string | number | null>;
}

function putDraft<V extends Values>(
  deps: DraftParts,
  actor: Person,
  given: Pick<OfferDraftForm, 'publishOn' | 'draft' | 'version'> & {
    kind: DraftRow['kind'];
    id: string;
    form: V;
  },
  compare: (rows: OfferRows) => Compared,
): Promise<Offer> {
  const { kind, id, publishOn, draft, version, form } = given;
  return change(deps, async (tx, rows, now) => {
    const { row, published, namesakes, details } = compare(rows);
    const waiting = rows.drafts.find((one) => one.subject_id === id && one.kind === kind);
    const content = differing(form, published);
    if (waiting && waiting.content === content && waiting.publish_on === publishOn && !waiting.problem)
      return false;
    refuseUnseen(waiting, draft, rows, 'draft');
    refuseUnseen(row, version, rows, kind);
    refuseOtherDay(publishOn, waiting, rows, dayOf(now, deps.env.BUSINESS_TIME_ZONE));
    refuseSameName(namesakes, form.name);
    await requirePicture(tx, form);
    if (content === '{}') throw new Refusal('invalid_input', `Nothing differs from the ${kind} as it is.`);
    const change = { content, publish_on: publishOn, problem: '', author_id: actor.id, updated_at: now };
    if (waiting) await updateDraft(tx, id, { ...change, version: waiting.version + 1 });
    else {
      const most = offerLimits.services;
      if (rows.drafts.length >= most) throw full(`${most} drafts`);
      const fresh = { subject_id: id, kind, together: null, version: 1, created_at: now };
      await insertDraft(tx, { ...change, ...fresh });
    }
    await recordAct(tx, {
      actorId: actor.id,
      act: `${kind}_drafted`,
      subject: { kind, id },
      userId: null,
      details: { name: form.name, ...(publishOn && { publishOn }), ...details },
      now,
    });
    return true;
  });
}

/** JSON of the values of the form that differ from the published ones; of a new one, all. */
function differing<V extends object>(form: V, published: object): string {
  const present = published as Partial<V>;
  const names = Object.keys(form) as (keyof V)[];
  const changed = names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(present[name]));
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, form[name]])));
}

/** The other drafts with which this one is published as one. */
export const companionsOf = (row: DraftRow | undefined, { drafts }: OfferRows): DraftRow[] =>
  row?.together
    ? drafts.filter((one) => one.together === row.together && one.subject_id !== row.subject_id)
    : [];

function refuseOtherDay(
  day: string | null,
  waiting: DraftRow | undefined,
  rows: OfferRows,
  today: string,
): void {
  const companions = companionsOf(waiting, rows).length;
  if (companions > 0 && day === waiting?.publish_on) return;
  if (companions === 0) {
    requireDayAhead(day, today);
    return;
  }
  const others = companions === 1 ? 'another change' : `${companions} other changes`;
  throw wrongDay(`It is published together with ${others}. Please change the day of all of them.`);
}

/** @throws Refusal `invalid_input` on `publishOn` for a day that has begun or is too far ahead */
export function requireDayAhead(day: string | null, today: string): void {
  if (day === null) return;
  if (day <= today) throw wrongDay('Please choose a day after today');
  const lastYear = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`;
  if (day > lastYear) throw wrongDay('Please choose a day within two years');
}

const wrongDay = (message: string): Refusal =>
  new Refusal('invalid_input', message, { fields: { publishOn: message } });

/**
 * Drops a draft; the service or the category stays as it is. A repeat changes nothing.
 * @throws Refusal `conflict` with the present offer if the draft was changed since its author saw it; `conflict` if the
 * drafts of services stand in the new category
 */
export function dropDraft(
  deps: DraftParts,
  actor: Person,
  of: { kind: DraftRow['kind']; id: string; version: number },
): Promise<Offer> {
  const { kind, id, version } = of;
  return change(deps, async (tx, rows, now) => {
    const row = rows.drafts.find((one) => one.subject_id === id && one.kind === kind);
    if (!row) return false;
    refuseUnseen(row, version, rows, 'draft');
    const { name } = presentEither(row, rows);
    if (kind === 'category') refuseIfNeeded(id, rows);
    await deleteDrafts(tx, [id]);
    await recordAct(tx, {
      actorId: actor.id,
      act: `${kind}_draft_dropped`,
      subject: { kind, id },
      userId: null,
      details: { name },
      now,
    });
    return true;
  });
}

/** @throws Refusal `conflict` if drafts of services stand in a category that is new itself */
function refuseIfNeeded(id: string, rows: OfferRows): void {
  if (rows.categories.some((one) => one.id === id)) return;
  const within = rows.drafts.filter(
    (one) => one.kind === 'service' && JSON.parse(one.content).categoryId === id,
  );
  if (within.length === 0) return;
  const services =
    within.length === 1 ? 'The draft of a service stands' : `The drafts of ${within.length} services stand`;
  throw new Refusal('conflict', `${services} in this category. Please move or drop them first.`);
}
