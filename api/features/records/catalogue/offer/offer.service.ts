import { acts } from '../../../../bus/changed.ts';
import { offerLimits } from '../../../../contract/rules/offer-terms.ts';
import type {
  Offer,
  OfferCategoryForm,
  OfferEffects,
  OfferOrder,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import { instant } from '../../../../core/clock.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { asksTheSame, readQuestions, saveQuestions } from '../questions/questions.service.ts';
import { type OfferRows, presentOffer } from './offer.presenter.ts';
import {
  countConcerned,
  insertCategory,
  insertService,
  lockOffer,
  type OfferServiceRow,
  selectAllCategories,
  selectAllServices,
  updateCategory,
  updateService,
} from './offer.repository.ts';
import { categoryColumns, changesOf, isSameName, serviceColumns, slugOf } from './offer.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** All categories and services, also those that are not offered. */
export async function readOffer(db: Db): Promise<Offer> {
  return presentOffer(await selectOffer(db));
}

/** How many bookings and payments a change of a service concerns. @throws Refusal `not_found` */
export async function readEffects(db: Db, id: string): Promise<OfferEffects> {
  const services = await selectAllServices(db);
  if (!services.some((one) => one.id === id)) throw notFound('Service');
  return countConcerned(db, id);
}

const selectOffer = async (db: Db): Promise<OfferRows> => ({
  categories: await selectAllCategories(db),
  services: await selectAllServices(db),
  questions: await readQuestions(db),
});

/**
 * Adds a service, or changes or retires it; open bookings keep it as it was. A repeat changes nothing.
 * @throws Refusal `not_found` (its category); `conflict` with the present offer if it was changed since its author saw
 * it, and if the name is taken or the services are too many
 */
export function putService(deps: Parts, actor: Person, id: string, form: OfferServiceForm): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const { categories, services } = rows;
    if (!categories.some((one) => one.id === form.categoryId)) throw notFound('Category');
    const before = services.find((one) => one.id === id);
    const values = serviceColumns(form);
    const current = rows.questions.get(id) ?? [];
    const asksOthers = !asksTheSame(current, form.questions);
    const differs = before && (asksOthers || Object.keys(changesOf(before, values)).length > 0);
    if (before && !differs) return false;
    refuseUnseen(before, form.version, rows, 'service');
    refuseSameName(
      services.filter((one) => one.id !== id && one.category_id === form.categoryId),
      form.name,
    );
    const last = Math.max(-1, ...positionsIn(services, form.categoryId));
    if (!before) {
      if (services.length >= offerLimits.services) throw full(`${offerLimits.services} services`);
      const slug = slugOf(form.name, 'service', (one) => services.some((other) => other.slug === one));
      await insertService(tx, {
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
      await updateService(tx, id, { ...values, ...place, ...terms, version });
    }
    if (asksOthers) await saveQuestions(tx, id, { rows: current, wanted: form.questions, now });
    await recordAct(tx, {
      actorId: actor.id,
      act: before ? 'service_edited' : 'service_added',
      subject: { kind: 'service', id },
      userId: null,
      details: {
        name: form.name,
        ...changesOf(before ?? blank(values), values),
        ...(asksOthers && {
          'questions.from': current.map((one) => one.question).join('\n'),
          'questions.to': form.questions.map((one) => one.question).join('\n'),
        }),
      },
      now,
    });
    return true;
  });
}

const hasSameTerms = (
  one: Pick<OfferServiceRow, 'price_cents' | 'estimated_minutes'>,
  other: Pick<OfferServiceRow, 'price_cents' | 'estimated_minutes'>,
): boolean => one.price_cents === other.price_cents && one.estimated_minutes === other.estimated_minutes;

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
export function putCategory(deps: Parts, actor: Person, id: string, form: OfferCategoryForm): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const { categories } = rows;
    const before = categories.find((one) => one.id === id);
    const values = categoryColumns(form);
    if (before && Object.keys(changesOf(before, values)).length === 0) return false;
    refuseUnseen(before, form.version, rows, 'category');
    refuseSameName(
      categories.filter((one) => one.id !== id),
      form.name,
    );
    if (!before) {
      if (categories.length >= offerLimits.categories) throw full(`${offerLimits.categories} categories`);
      const slug = slugOf(form.name, 'category', (one) => categories.some((other) => other.slug === one));
      const position = Math.max(-1, ...categories.map((one) => one.position)) + 1;
      await insertCategory(tx, { ...values, id, slug, position, version: 1 });
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
 * Puts the categories, or the services of one, into another order. A repeat changes nothing.
 * @throws Refusal `not_found` (the category); `conflict` with the present offer if the order has changed since its
 * author saw it; `invalid_input` if the new order has other members than the old one
 */
export function orderOffer(deps: Parts, actor: Person, order: OfferOrder): Promise<Offer> {
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

/** Changes the offer, one author at a time. @param write changes it, and returns whether anything is new */
async function change(
  deps: Parts,
  write: (tx: Tx, rows: OfferRows, now: string) => Promise<boolean>,
): Promise<Offer> {
  const { isNew, offer } = await deps.db.transaction().execute(async (tx) => {
    await lockOffer(tx);
    const isNew = await write(tx, await selectOffer(tx), instant(deps.clock));
    return { isNew, offer: await readOffer(tx) };
  });
  if (isNew)
    deps.changes.tell({
      admins: true,
      keys: ['/api/admin/offer', acts, '/api/services', '/api/services/', '/api/service-categories'],
    });
  return offer;
}

function refuseUnseen(
  row: { version: number } | undefined,
  seen: number | null,
  rows: OfferRows,
  kind: 'service' | 'category',
): void {
  if ((row?.version ?? null) !== seen) throw stale(rows, `This ${kind}`);
}

const stale = (rows: OfferRows, what: string): Refusal =>
  new Refusal('conflict', `${what} was changed since you opened it. Please look at it again.`, {
    current: presentOffer(rows),
  });

function refuseSameName(others: readonly { name: string }[], name: string): void {
  if (!others.some((one) => isSameName(one.name, name))) return;
  const message = 'Another one has this name';
  throw new Refusal('conflict', message, { fields: { name: message } });
}

const full = (most: string): Refusal =>
  new Refusal('conflict', `There are ${most} already. Please change one that you no longer offer.`);
