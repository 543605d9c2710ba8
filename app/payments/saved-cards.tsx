import { useId } from 'react';
import type { PaymentMethod } from '../../api/contract/schemas/payments.ts';
import { oneText } from '../lib/one-text.ts';
import { CardMark } from './card-mark.tsx';
import { cardName, expiryOf } from './cards.ts';

/** The choice of the card that pays; `null` is a card that is not saved. */
export function SavedCards({
  cards,
  chosen,
  onChoose,
}: {
  cards: PaymentMethod[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) {
  const group = useId();
  return (
    <fieldset className="saved-cards">
      <legend>Pay with</legend>
      {cards.map((card) => (
        <label key={card.id}>
          <input type="radio" name={group} checked={chosen === card.id} onChange={() => onChoose(card.id)} />
          <CardMark brand={card.card.brand} />
          <span className="grow">
            <span>{cardName(card)}</span>
            <span className="muted">{oneText`expires ${expiryOf(card)}`}</span>
          </span>
        </label>
      ))}
      <label>
        <input type="radio" name={group} checked={chosen === null} onChange={() => onChoose(null)} />
        <span className="grow">Another card</span>
      </label>
    </fieldset>
  );
}
