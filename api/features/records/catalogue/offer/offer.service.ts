import { offerLimits } from '../../../../contract/rules/offer-terms.ts';
import type {
  Offer,
  OfferCategoryForm,
  OfferEffects,
  OfferOrder,
  OfferQuestion,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { deleteDraft } from '../drafts/drafts.repository.ts';
import type { QuestionRow } from '../questions/questions.repository.ts';
import { asksTheSame, saveQuestions } from '../questions/questions.service.ts';
import { change, full, type OfferParts, refuseSameName, refuseUnseen, stale } from './changing.service.ts';
import type { OfferRows } from './offer.presenter.ts';
import {
  countConcerned,
  hasPicture,
  insertCategory,
  insertService,
  type OfferServiceRow,
  selectAllServices,
  updateCategory,
  updateService,
} from './offer.repository.ts';
import { categoryColumns, changesOf, serviceColumns, slugOf } from './offer.rules.ts';

/** How many bookings and payments a change of a service concerns. @throws Refusal `not_found` */
export async function readEffects(db: Db, id: string): Promise<OfferEffects> {
  const services = await selectAllServices(db);
  if (!services.some((one) => one.id === id)) throw notFound('Service');
  return countConcerned(db, id);
}

/**
 * Adds a service, or changes or retires it; open bookings keep it as it was. A repeat changes nothing.
 * @throws Refusal `not_found` (its category); `conflict` with the present offer if it was changed since its author saw
 * it, and if the name is taken or the services are too many
 */
export function putService(
  deps: OfferParts,
  actor: Person,
  id: string,
  { draft, ...form }: OfferServiceForm,
): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const waiting = rows.drafts.find((one) => one.service_id === id);
    const publishes = draft !== undefined && waiting !== undefined;
    if (publishes) refuseUnseen(waiting, draft, rows, 'draft');
    const isNew = await writeService(tx, rows, { id, form, actorId: actor.id, now });
    if (publishes) await deleteDraft(tx, id);
    return isNew || publishes;
  });
}

/**
 * Writes a service and its entry in the log.
 * @param publishOn the day for which the change was planned
 * @returns whether anything is new
 * @throws Refusal as `putService`, before anything is written
 */
export async function writeService(
  db: Tx,
  rows: OfferRows,
  wanted: {
    id: string;
    form: Omit<OfferServiceForm, 'draft'>;
    actorId: string;
    publishOn?: string | null;
    now: string;
  },
): Promise<boolean> {
  const { id, form, actorId, publishOn, now } = wanted;
  const { categories, services } = rows;
  if (!categories.some((one) => one.id === form.categoryId)) throw notFound('Category');
  const before = services.find((one) => one.id === id);
  const values = serviceColumns(form);
  const current = rows.questions.get(id) ?? [];
  const asksOthers = !asksTheSame(current, form.questions);
  const differs = before && (asksOthers || Object.keys(changesOf(before, values)).length > 0);
  if (before && !differs) return false;
  refuseUnseen(before, form.version, rows, 'service');
  await requirePicture(db, form);
  refuseSameName(
    services.filter((one) => one.id !== id && one.category_id === form.categoryId),
    form.name,
  );
  const last = Math.max(-1, ...positionsIn(services, form.categoryId));
  if (!before) {
    if (services.length >= offerLimits.services) throw full(`${offerLimits.services} services`);
    const slug = slugOf(form.name, 'service', (one) => services.some((other) => other.slug === one));
    await insertService(db, {
      ...values,
      id,
      slug: ofOurOwn(slug),
      position: last + 1,
      version: 1,
      terms_version: 1,
    });
  } else {
    const isMoved = before.category_id !== form.categoryId;
    const place = isMoved ? { position: last + 1 } : {};
    const version = before.version + 1;
    const terms = hasSameTerms(before, values) ? {} : { terms_version: version };
    await updateService(db, id, { ...values, ...place, ...terms, version });
  }
  if (asksOthers) await saveQuestions(db, id, { rows: current, wanted: form.questions, now });
  await recordAct(db, {
    actorId,
    act: before ? 'service_edited' : 'service_added',
    subject: { kind: 'service', id },
    userId: null,
    details: {
      name: form.name,
      ...(publishOn && { publishOn }),
      ...serviceChanges(before, values, current, form.questions),
    },
    now,
  });
  return true;
}

/** The log's details of a change of a service, also of its questions. @param before `undefined` for a new service */
export function serviceChanges(
  before: OfferServiceRow | undefined,
  values: ReturnType<typeof serviceColumns>,
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

const hasSameTerms = (
  one: Pick<OfferServiceRow, 'price_cents' | 'estimated_minutes'>,
  other: Pick<OfferServiceRow, 'price_cents' | 'estimated_minutes'>,
): boolean => one.price_cents === other.price_cents && one.estimated_minutes === other.estimated_minutes;

/** @throws Refusal `conflict` on `picture` if the form names one that is not there */
export async function requirePicture(db: Tx, { picture }: Pick<OfferServiceForm, 'picture'>): Promise<void> {
  if (!picture || (await hasPicture(db, picture))) return;
  const message = 'This picture is not there any more. Please choose it again.';
  throw new Refusal('conflict', message, { fields: { picture: message } });
}

/** The catalogue's service of custom requests keeps its slug for itself. */
const ofOurOwn = (slug: string): string => (slug === 'custom-service' ? 'custom-service-2' : slug);

/** The values of a row that is not there, so that the log names all of a new one. */
const blank = <V extends object>(values: V): { [K in keyof V]: null } =>
  Object.fromEntries(Object.keys(values).map((name) => [name, null])) as { [K in keyof V]: null };

const positionsIn = (services: OfferServiceRow[], categoryId: string): number[] =>
  services.filter((one) => one.category_id === categoryId).map((one) => one.position);

/**
 * Adds a category or changes it. A repeat changes nothing.
 * @throws Refusal `conflict` with the present offer if it was changed since its author saw it, and if the name is taken
 * or the categories are too many
 */
export function putCategory(
  deps: OfferParts,
  actor: Person,
  id: string,
  form: OfferCategoryForm,
): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const { categories } = rows;
    const before = categories.find((one) => one.id === id);
    const values = categoryColumns(form);
    if (before && Object.keys(changesOf(before, values)).length === 0) return false;
    refuseUnseen(before, form.version, rows, 'category');
    await requirePicture(tx, form);
    refuseSameName(
      categories.filter((one) => one.id !== id),
      form.name,
    );
    if (!before) {
      if (categories.length >= offerLimits.categories) throw full(`${offerLimits.categories} categories`);
      const slug = slugOf(form.name, 'category', (one) => categories.some((other) => other.slug === one));
      const position = await freePlace(tx, rows);
      await insertCategory(tx, { short_name: '', ...values, id, slug, position, version: 1 });
    } else await updateCategory(tx, id, { ...values, version: before.version + 1 });
    await recordAct(tx, {
      actorId: actor.id,
      act: before ? 'category_edited' : 'category_added',
      subject: { kind: 'category', id },
      userId: null,
      details: { name: form.name, ...changesOf(before ?? blank(values), values) },
      now,
    });
    return true;
  });
}

/**
 * The place of a new category: the last one, but before those at the end of which customers see nothing, which are
 * moved.
 */
async function freePlace(db: Tx, { categories, services }: OfferRows): Promise<number> {
  const isOff = ({ id, active }: OfferRows['categories'][number]): boolean => {
    const of = services.filter((one) => one.category_id === id);
    return active === 0 || (of.length > 0 && of.every((one) => one.active === 0));
  };
  const place = categories.findLastIndex((one) => !isOff(one)) + 1;
  for (const [index, { id, position }] of categories.entries()) {
    const wanted = index < place ? index : index + 1;
    if (position !== wanted) await updateCategory(db, id, { position: wanted });
  }
  return place;
}

/**
 * Puts the categories, or the services of one, into another order. A repeat changes nothing.
 * @throws Refusal `not_found` (the category); `conflict` with the present offer if the order has changed since its
 * author saw it; `invalid_input` if the new order has other members than the old one
 */
export function orderOffer(deps: OfferParts, actor: Person, order: OfferOrder): Promise<Offer> {
  const { categoryId, before, after } = order;
  return change(deps, async (tx, rows, now) => {
    const category = rows.categories.find((one) => one.id === categoryId);
    if (categoryId !== null && !category) throw notFound('Category');
    const list =
      categoryId === null ? rows.categories : rows.services.filter((one) => one.category_id === categoryId);
    const present = list.map((one) => one.id);
    if (isSame(present, after)) return false;
    if (!isSame(present, before)) throw stale(rows, 'The order');
    if (!isSame(present.toSorted(), after.toSorted())) {
      const message = 'The new order must have the members of the old one';
      throw new Refusal('invalid_input', message, { fields: { after: message } });
    }
    const write = categoryId === null ? updateCategory : updateService;
    for (const [position, id] of after.entries())
      if (list[position]?.id !== id || list[position].position !== position)
        await write(tx, id, { position });
    await recordAct(tx, {
      actorId: actor.id,
      act: 'offer_ordered',
      subject: { kind: 'category', id: categoryId ?? 'all' },
      userId: null,
      details: {
        ...(category && { name: category.name }),
        from: namesOf(list, present),
        to: namesOf(list, after),
      },
      now,
    });
    return true;
  });
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, n) => id === other[n]);

/** The names in this order, as far as the log's page has room for them. */
const namesOf = (list: readonly { id: string; name: string }[], ids: readonly string[]): string => {
  const names = new Map(list.map((one) => [one.id, one.name]));
  return ids
    .map((id) => names.get(id))
    .join(', ')
    .slice(0, 2000);
};
