import './team-refunds.css';
import type { Charge } from '../../../api/contract/schemas/refunds.ts';
import { May } from '../../shared/may.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChargeLine } from './charge-line.tsx';
import { useRefundDialog } from './use-refund.tsx';

/** The card payments of a booking, each of which can be refunded in part. */
export function ChargesCard({ charges }: { charges: readonly Charge[] }) {
  const { onRefund, dialog } = useRefundDialog();
  return (
    <Card>
      <h2>Card payments</h2>
      <ul className="charges">
        {charges.map((charge) => (
          <ChargeLine key={charge.id} {...charge}>
            <May do="money.refund">
              <Button size="small" kind="quiet" onClick={() => onRefund(charge.id)}>
                Refund…
              </Button>
            </May>
          </ChargeLine>
        ))}
      </ul>
      {dialog}
    </Card>
  );
}
