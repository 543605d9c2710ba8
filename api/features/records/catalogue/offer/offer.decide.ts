import { offerLimits } from '../../../../contract/rules/offer-terms.ts';
import type {
  OfferCategoryForm,
  OfferQuestion,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import { notFound } from '../../../../core/refusal.ts';
import type { QuestionRow } from '../questions/questions.repository.ts';
import { asksTheSame } from '../questions/questions.rules.ts';
import type { OfferRows } from './offer.presenter.ts';
import type { OfferCategoryRow, OfferServiceRow } from './offer.repository.ts';
import { categoryColumns, changesOf, serviceColumns, slugOf } from './offer.rules.ts';
import { full, refuseSameName, refuseUnseen } from './refusals.rules.ts';

interface Named {
  id: string;
  name: string;
}

/** The services and categories whose names a change must not repeat: as they are, or as other drafts leave them. */
export interface Names {
  services: readonly (Named & { category_id: string })[];
  categories: readonly Named[];
}

/** What a change of a service writes. */
export interface ServiceWrite {
  kind: 'service';
  before: OfferServiceRow | undefined;
  row: OfferServiceRow;
  /** The questions, if others are asked than before. */
  questions: { rows: readonly QuestionRow[]; wanted: readonly OfferQuestion[] } | null;
  details: ReturnType<typeof changesOf>;
}

/** What a change of a category writes. */
export interface CategoryWrite {
  kind: 'category';
  before: OfferCategoryRow | undefined;
  row: OfferCategoryRow;
  /** The categories that make room for a new one. */
  moved: Pick<OfferCategoryRow, 'id' | 'position'>[];
  details: ReturnType<typeof changesOf>;
}

export type OfferWrite = ServiceWrite | CategoryWrite;

/**
 * Decides what a change of a service writes; the picture is checked by `requirePictures`.
 * @returns `null` if nothing is new
 * @throws Refusal `not_found` (its category); `conflict` with the present offer if it was changed since its author saw
 * it, and if the name is taken or the services are too many
 */
export function decideService(
  rows: OfferRows,
  { id, form }: { id: string; form: Omit<OfferServiceForm, 'draft'> },
  names: Names = rows,
): ServiceWrite | null {
  const { categories, services } = rows;
  if (!categories.some((one) => one.id === form.categoryId)) throw notFound('Category');
  const before = services.find((one) => one.id === id);
  const values = serviceColumns(form);
  const current = rows.questions.get(id) ?? [];
  const asksOthers = !asksTheSame(current, form.questions);
  if (before && !asksOthers && Object.keys(changesOf(before, values)).length === 0) return null;
  refuseUnseen(before, form.version, rows, 'service');
  refuseSameName(
    names.services.filter((one) => one.id !== id && one.category_id === form.categoryId),
    form.name,
  );
  if (!before && services.length >= offerLimits.services) throw full(`${offerLimits.services} services`);
  return {
    kind: 'service',
    before,
    row: before ? changedService(before, values, services) : newService(id, values, services),
    questions: asksOthers ? { rows: current, wanted: form.questions } : null,
    details: serviceChanges(before, values, current, form.questions),
  };
}

type ServiceValues = ReturnType<typeof serviceColumns>;

function newService(
  id: string,
  values: ServiceValues,
  services: readonly OfferServiceRow[],
): OfferServiceRow {
  const isTaken = (slug: string) => services.some((other) => other.slug === slug);
  const slug = ofOurOwn(slugOf(values.name, 'service', isTaken));
  const position = lastIn(services, values.category_id) + 1;
  return { picture: null, ...values, id, slug, position, version: 1, terms_version: 1 };
}

function changedService(
  before: OfferServiceRow,
  values: ServiceValues,
  services: readonly OfferServiceRow[],
): OfferServiceRow {
  const version = before.version + 1;
  return {
    ...before,
    ...values,
    ...(before.category_id !== values.category_id && {
      position: lastIn(services, values.category_id) + 1,
    }),
    ...(!hasSameTerms(before, values) && { terms_version: version }),
    version,
  };
}

/** The catalogue's service of custom requests keeps its slug for itself. */
const ofOurOwn = (slug: string): string => (slug === 'custom-service' ? 'custom-service-2' : slug);

const lastIn = (services: readonly OfferServiceRow[], categoryId: string): number =>
  Math.max(-1, ...services.filter((one) => one.category_id === categoryId).map((one) => one.position));

type Terms = Pick<OfferServiceRow, 'price_cents' | 'estimated_minutes'>;
const hasSameTerms = (one: Terms, other: Terms): boolean =>
  one.price_cents === other.price_cents && one.estimated_minutes === other.estimated_minutes;

/** The log's details of a change of a service, also of its questions. @param before `undefined` for a new service */
export function serviceChanges(
  before: OfferServiceRow | undefined,
  values: ServiceValues,
  current: readonly QuestionRow[],
  questions: readonly OfferQuestion[],
): ReturnType<typeof changesOf> {
  return {
    ...changesOf(before ?? blank(values), values),
    ...(!asksTheSame(current, questions) && {
      'questions.from': current.map((one) => one.question).join('\n'),
      'questions.to': questions.map((one) => one.question).join('\n'),
    }),
  };
}

/** The values of a row that is not there, so that the log names all of a new one. */
const blank = <V extends object>(values: V): { [K in keyof V]: null } =>
  Object.fromEntries(Object.keys(values).map((name) => [name, null])) as { [K in keyof V]: null };

/**
 * Decides what a change of a category writes; the picture is checked by `requirePictures`.
 * @returns `null` if nothing is new
 * @throws Refusal `conflict` with the present offer if it was changed since its author saw it, and if the name is taken
 * or the categories are too many
 */
export function decideCategory(
  rows: OfferRows,
  { id, form }: { id: string; form: Omit<OfferCategoryForm, 'draft'> },
  names: Names = rows,
): CategoryWrite | null {
  const { categories } = rows;
  const before = categories.find((one) => one.id === id);
  const values = categoryColumns(form);
  const changes = categoryChanges(before, form);
  if (before && Object.keys(changes).length === 0) return null;
  refuseUnseen(before, form.version, rows, 'category');
  refuseSameName(
    names.categories.filter((one) => one.id !== id),
    form.name,
  );
  const decided = { kind: 'category', before, details: changes } as const;
  if (before) return { ...decided, row: { ...before, ...values, version: before.version + 1 }, moved: [] };
  if (categories.length >= offerLimits.categories) throw full(`${offerLimits.categories} categories`);
  const slug = slugOf(form.name, 'category', (one) => categories.some((other) => other.slug === one));
  const { position, moved } = freePlace(rows);
  const row = { short_name: '', picture: null, ...values, id, slug, position, version: 1 };
  return { ...decided, row, moved };
}

/** The log's details of a change of a category. @param before `undefined` for a new one */
export function categoryChanges(
  before: OfferCategoryRow | undefined,
  form: Omit<OfferCategoryForm, 'draft'>,
): ReturnType<typeof changesOf> {
  const values = categoryColumns(form);
  return changesOf(before ?? blank(values), values);
}

/** The place of a new category: the last one, but before those at the end of which customers see nothing. */
function freePlace({ categories, services }: OfferRows): Pick<CategoryWrite, 'moved'> & { position: number } {
  const isOff = ({ id, active }: OfferCategoryRow): boolean => {
    const of = services.filter((one) => one.category_id === id);
    return active === 0 || (of.length > 0 && of.every((one) => one.active === 0));
  };
  const place = categories.findLastIndex((one) => !isOff(one)) + 1;
  const moved = categories
    .map(({ id, position }, index) => ({ id, position, wanted: index < place ? index : index + 1 }))
    .filter(({ position, wanted }) => position !== wanted)
    .map(({ id, wanted }) => ({ id, position: wanted }));
  return { position: place, moved };
}

/** The rows as a change leaves them. */
export function rowsAfter(rows: OfferRows, write: OfferWrite): OfferRows {
  const { row } = write;
  if (write.kind === 'service') return { ...rows, services: withRow(rows.services, write.row) };
  const places = new Map(write.moved.map(({ id, position }) => [id, position]));
  const moved = rows.categories.map((one) => ({ ...one, position: places.get(one.id) ?? one.position }));
  return {
    ...rows,
    categories: withRow(moved, row as OfferCategoryRow).toSorted((a, b) => a.position - b.position),
  };
}

const withRow = <R extends { id: string }>(rows: readonly R[], row: R): R[] =>
  rows.some((one) => one.id === row.id) ? rows.map((one) => (one.id === row.id ? row : one)) : [...rows, row];
