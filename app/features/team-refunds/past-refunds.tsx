import type { TeamRefund } from '../../../api/contract/schemas/refunds.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { partText } from '../../shared/refunds/words.ts';

/** The team's earlier refunds of a charge, with their reasons; one that the provider does not make says so. */
export function PastRefunds({ refunds }: { refunds: readonly TeamRefund[] }) {
  const zone = useZone();
  if (!refunds.length) return null;
  return (
    <section className="past-refunds" aria-label="Earlier refunds">
      <ul>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <p>
              <strong>{partText(refund)}</strong>{' '}
              <span className="muted">{oneText`${formatDate(refund.at, zone)}, by ${refund.by.name}`}</span>
            </p>
            <p dir="auto">{refund.reason}</p>
            {refund.trouble && (
              <p className="note bad">{oneText`Not made: ${refund.trouble} It waits under Money.`}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
