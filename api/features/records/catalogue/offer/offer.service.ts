import type {
  Offer,
  OfferCategoryForm,
  OfferEffects,
  OfferOrder,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db } from '../../../../db/database.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { deleteDrafts } from '../drafts/drafts.repository.ts';
import { change, type OfferParts } from './changing.service.ts';
import { decideCategory, decideService, type OfferWrite } from './offer.decide.ts';
import type { OfferRows } from './offer.presenter.ts';
import {
  countConcerned,
  selectAllCategories,
  selectAllServices,
  updateCategory,
  updateService,
} from './offer.repository.ts';
import { servicesIn, sumOf } from './offer.rules.ts';
import { refuseUnseen, stale } from './refusals.rules.ts';
import { requirePicture, writeOffer } from './writing.service.ts';

/**
 * How many bookings and payments a change of a service, or of a category with its services, concerns.
 * @throws Refusal `not_found`
 */
export async function readEffects(
  db: Db,
  { kind, id }: { kind: OfferWrite['kind']; id: string },
): Promise<OfferEffects> {
  const [categories, services] = await Promise.all([selectAllCategories(db), selectAllServices(db)]);
  if (kind === 'category' && !categories.some((one) => one.id === id)) throw notFound('Category');
  if (kind === 'service' && !services.some((one) => one.id === id)) throw notFound('Service');
  const ids = servicesIn({ kind, id }, services);
  return sumOf(await countConcerned(db, ids), ids);
}

/**
 * Adds a service, or changes or retires it; open bookings keep it as it was. A repeat changes nothing.
 * @throws Refusal as `decideService`; `conflict` on `picture` if it is not there, and if the draft that it publishes
 * was changed since its author saw it
 */
export function putService(
  deps: OfferParts,
  actor: Person,
  id: string,
  { draft, ...form }: OfferServiceForm,
): Promise<Offer> {
  return put(deps, actor, { id, draft, form }, (rows) => decideService(rows, { id, form }));
}

/**
 * Adds a category or changes it. A repeat changes nothing.
 * @throws Refusal as `decideCategory`; `conflict` on `picture` if it is not there, and if the draft that it publishes
 * was changed since its author saw it
 */
export function putCategory(
  deps: OfferParts,
  actor: Person,
  id: string,
  { draft, ...form }: OfferCategoryForm,
): Promise<Offer> {
  return put(deps, actor, { id, draft, form }, (rows) => decideCategory(rows, { id, form }));
}

/** Writes a change at once, and takes away the draft that it publishes. @param of.draft the version of that draft */
function put(
  deps: OfferParts,
  actor: Person,
  of: { id: string; draft: number | undefined; form: { picture?: string | null | undefined } },
  decide: (rows: OfferRows) => OfferWrite | null,
): Promise<Offer> {
  const { id, draft, form } = of;
  return change(deps, async (tx, rows, now) => {
    const waiting = rows.drafts.find((one) => one.subject_id === id);
    const publishes = draft !== undefined && waiting !== undefined;
    if (publishes) refuseUnseen(waiting, draft, rows, 'draft');
    const write = decide(rows);
    if (write) {
      await requirePicture(tx, form);
      await writeOffer(tx, write, { actorId: actor.id, now });
    }
    if (publishes) await deleteDrafts(tx, [id]);
    return write !== null || publishes;
  });
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
