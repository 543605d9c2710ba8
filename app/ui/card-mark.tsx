import './card-mark.css';
import { brandName } from '../lib/saved-cards.ts';

/** A small card with its brand's name. Decoration: the name stands beside it. */
export function CardMark({ brand }: { brand: string }) {
  return (
    <span className={`card-mark ${brand}`} aria-hidden="true">
      {brandName(brand)}
    </span>
  );
}
