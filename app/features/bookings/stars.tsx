import './stars.css';
import { oneText } from '../../lib/one-text.ts';

/** A review's rating, 1 to 5. */
export function Stars({ rating }: { rating: number }) {
  const full = Math.min(5, Math.max(0, Math.round(rating)));
  return (
    <span className="stars" role="img" aria-label={`Rated ${full} out of 5`}>
      {oneText`${'★'.repeat(full)}${'☆'.repeat(5 - full)}`}
    </span>
  );
}
