import { useId } from 'react';
import type { Offer, OfferDraft, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { changedSince, factsOf } from './service-fields.ts';

/** The published service of a draft; `null` if it is new. */
export const serviceOf = (offer: Offer, draft: OfferDraft): OfferService | null =>
  offer.categories.flatMap((one) => one.services).find((one) => one.id === draft.serviceId) ?? null;

/** Changes that customers do not see yet, those with a day first. */
export function WaitingChanges({ offer, onEdit }: { offer: Offer; onEdit: (draft: OfferDraft) => void }) {
  const id = useId();
  const { drafts = [] } = offer;
  if (drafts.length === 0) return null;
  const day = ({ publishOn }: OfferDraft) => publishOn ?? '9999';
  const inOrder = drafts.toSorted((one, other) => (day(one) < day(other) ? -1 : 1));
  return (
    <section className="offer-category" aria-labelledby={id}>
      <h2 id={id} className="offer-waiting">
        Not published yet
      </h2>
      <ul className="ruled offer-list">
        {inOrder.map((draft) => (
          <li key={draft.serviceId} className="offer-row">
            <button type="button" className="offer-service" onClick={() => onEdit(draft)}>
              <span className="offer-name" dir="auto">
                {draft.name}
              </span>
              <span className="muted offer-facts">{factsOfDraft(draft, serviceOf(offer, draft))}</span>
              <span className={draft.problem ? 'badge cancelled' : 'badge'}>{whenWords(draft)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const whenWords = ({ publishOn, problem }: OfferDraft): string => {
  if (problem) return 'Not published';
  return publishOn ? dayWords(publishOn) : 'Draft';
};

/** The new service's facts, or what will be another than now. */
function factsOfDraft(draft: OfferDraft, service: OfferService | null): string {
  if (draft.problem) return draft.problem;
  if (service) return changedSince(service, draft).join(' · ') || 'As it is';
  const price = draft.priceCents === null ? 'by quote' : formatMoney(draft.priceCents, { trimZeros: true });
  return oneText`New: ${factsOf(draft)} · ${price}`;
}
