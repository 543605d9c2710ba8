import type { ReactNode } from 'react';
import type { Refund } from '../../../api/contract/schemas/refunds.ts';
import { formatMoney } from '../../lib/money.ts';
import { May } from '../../shared/may.tsx';
import { Refunded } from '../../shared/refunds/refunded.tsx';
import { Button } from '../../ui/button.tsx';

/** A payment with its refunds and their reasons, and a refund of the rest if there is any. */
export function ChargeLine({
  description,
  amountCents,
  refundedCents,
  refunds,
  note,
  state,
  onRefund,
}: {
  description: string;
  amountCents: number;
  refundedCents: number;
  refunds: readonly Refund[];
  /** A word after the description, such as the day. */
  note?: string;
  /** A badge in the place of the refund, for a payment that was not made. */
  state?: ReactNode;
  onRefund: () => void;
}) {
  return (
    <li>
      <div className="grow">
        <p>
          <strong dir="auto">{description}</strong>
        </p>
        {note && <p className="muted">{note}</p>}
        <Refunded {...{ amountCents, refundedCents, refunds }} />
      </div>
      <div className="charge-side">
        <span className="money">{formatMoney(amountCents)}</span>
        {state}
        {!state && amountCents > refundedCents && (
          <May do="money.refund">
            <Button size="small" kind="quiet" onClick={onRefund}>
              Refund…
            </Button>
          </May>
        )}
      </div>
    </li>
  );
}
