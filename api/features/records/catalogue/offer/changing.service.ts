import { acts } from '../../../../bus/changed.ts';
import type { Offer } from '../../../../contract/schemas/offer.ts';
import { instant } from '../../../../core/clock.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { selectDrafts } from '../drafts/drafts.repository.ts';
import { readQuestions } from '../questions/questions.service.ts';
import { type OfferRows, presentOffer } from './offer.presenter.ts';
import { lockOffer, selectAllCategories, selectAllServices } from './offer.repository.ts';
import { isSameName } from './offer.rules.ts';

/** The parts that a change of the offer needs. */
export type OfferParts = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** All categories and services, also those that are not offered, and the changes that wait. */
export async function readOffer(db: Db): Promise<Offer> {
  return presentOffer(await selectOffer(db));
}

const selectOffer = async (db: Db): Promise<OfferRows> => ({
  categories: await selectAllCategories(db),
  services: await selectAllServices(db),
  questions: await readQuestions(db),
  drafts: await selectDrafts(db),
});

/** Changes the offer, one author at a time. @param write changes it, and returns whether anything is new */
export async function change(
  deps: OfferParts,
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

/** @throws Refusal `conflict` with the present offer unless `seen` is the version of the row */
export function refuseUnseen(
  row: { version: number } | undefined,
  seen: number | null,
  rows: OfferRows,
  kind: 'service' | 'category' | 'draft',
): void {
  if ((row?.version ?? null) !== seen) throw stale(rows, `This ${kind}`);
}

export const stale = (rows: OfferRows, what: string): Refusal =>
  new Refusal('conflict', `${what} was changed since you opened it. Please look at it again.`, {
    current: presentOffer(rows),
  });

/** @throws Refusal `conflict` on `name` if one of the others has it */
export function refuseSameName(others: readonly { name: string }[], name: string): void {
  if (!others.some((one) => isSameName(one.name, name))) return;
  const message = 'Another one has this name';
  throw new Refusal('conflict', message, { fields: { name: message } });
}

export const full = (most: string): Refusal =>
  new Refusal('conflict', `There are ${most} already. Please change one that you no longer offer.`);
