import type { ReactNode } from 'react';
import type { Refund } from '../../../api/contract/schemas/refunds.ts';
import { formatMoney } from '../../lib/money.ts';
import { Refunded } from '../../shared/refunds/refunded.tsx';

/** A payment with its refunds and their reasons. */
export function ChargeLine({
  description,
  amountCents,
  refundedCents,
  refunds,
  note,
  children,
}: {
  description: string;
  amountCents: number;
  refundedCents: number;
  refunds: readonly Refund[];
  /** A word after the description, such as the day. */
  note?: string;
  /** The possible action. */
  children: ReactNode;
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
        {children}
      </div>
    </li>
  );
}
