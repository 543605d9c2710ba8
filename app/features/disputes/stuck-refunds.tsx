import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StuckRefund } from '../../../api/contract/schemas/disputes.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { May } from '../../shared/may.tsx';
import { teamCall } from '../../shared/team-api.ts';
import { TeamLink } from '../../shared/team-link.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { readAgain, stuckRefundsQuery } from './queries.ts';

/** Refunds that the card provider does not make: a person tries again, or refunds in another way. */
export function StuckRefunds({ shown }: { shown: boolean }) {
  const query = useQuery({ ...stuckRefundsQuery(), enabled: shown });
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return query.data?.map((refund) => <Stuck key={refund.id} refund={refund} />);
}

function Stuck({ refund }: { refund: StuckRefund }) {
  const client = useQueryClient();
  const online = useOnline();
  const { customer, description, amountCents, trouble } = refund;
  const settle = useMutation({
    mutationFn: (how: 'again' | 'by_hand') =>
      teamCall('settleStuckRefund', { params: { id: refund.id }, body: { how } }),
    onSuccess: (_, how) =>
      toast({ title: how === 'again' ? 'The refund is tried again' : 'Noted as refunded' }),
    onError: () => toast({ title: 'That was not saved', style: 'destructive' }),
    onSettled: () => readAgain(client),
  });
  const byHand = async () => {
    const sure = await confirmFirst({
      title: 'Refunded another way?',
      text: oneText`The card provider is not asked again for the ${formatMoney(amountCents)} to ${customer.name}.`,
      yes: 'Yes, Refunded',
    });
    if (sure) settle.mutate('by_hand');
  };
  return (
    <Card
      className="dispute"
      aria-label={oneText`Refund of ${description} to ${customer.name}, ${formatMoney(amountCents)}`}
    >
      <div className="row spread">
        <h2>{formatMoney(amountCents)}</h2>
        <span className="badge cancelled">Needs a person</span>
      </div>
      <p>
        <span>{oneText`A refund of ${description} to `}</span>
        <TeamLink to={hrefs.adminCustomer(customer.id)}>{customer.name}</TeamLink>
        <span>{' was not made.'}</span> <Vouched by={customer} />
        <br />
        <span className="muted">{trouble}</span>
      </p>
      <May do="disputes.change">
        <div className="buttons">
          <Button size="small" off={!online} busy={settle.isPending} onClick={() => settle.mutate('again')}>
            Try Again
          </Button>
          <Button size="small" kind="quiet" off={!online || settle.isPending} onClick={() => void byHand()}>
            Refunded Another Way
          </Button>
        </div>
      </May>
    </Card>
  );
}
