import { acts } from '../../../../bus/changed.ts';
import type { Offer } from '../../../../contract/schemas/offer.ts';
import { instant } from '../../../../core/clock.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { selectDrafts } from '../drafts/drafts.repository.ts';
import { readQuestions } from '../questions/questions.service.ts';
import { type OfferRows, presentOffer } from './offer.presenter.ts';
import { beginRevision, selectAllCategories, selectAllServices } from './offer.repository.ts';

/** The parts that a change of the offer needs. */
export type OfferParts = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** All categories and services, also those that are not offered, and the changes that wait. */
export async function readOffer(db: Db): Promise<Offer> {
  return presentOffer(await selectOffer(db));
}

/** The rows of the whole offer. */
export const selectOffer = async (db: Db): Promise<OfferRows> => ({
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
    await beginRevision(tx);
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
