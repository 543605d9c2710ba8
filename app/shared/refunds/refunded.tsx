import './refunded.css';
import type { Refund } from '../../../api/contract/schemas/refunds.ts';
import { partText, refundedText } from './words.ts';

/** What was refunded of a payment, and the team's reasons; nothing if there is no refund. */
export function Refunded({
  amountCents,
  refundedCents,
  refunds,
}: {
  amountCents: number;
  refundedCents: number;
  refunds: readonly Refund[];
}) {
  if (!refundedCents && !refunds.length) return null;
  return (
    <div className="refunded">
      {refundedCents > 0 && <p>{refundedText(refundedCents, amountCents)}</p>}
      {refunds.map((refund) => (
        <p key={refund.id} className="muted">
          <span>{partText(refund)}</span>
          <span>{': '}</span>
          <span dir="auto">{refund.reason}</span>
        </p>
      ))}
    </div>
  );
}
