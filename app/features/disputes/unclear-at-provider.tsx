import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnclearAtProvider as Unclear } from '../../../api/contract/schemas/disputes.ts';
import { ApiError, call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { May } from '../../shared/may.tsx';
import { TeamLink } from '../../shared/team-link.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { ProviderLink } from './provider-link.tsx';
import { readAgain, unclearAtProviderQuery } from './queries.ts';
import { objectName, unclearText } from './words.ts';

/** What the product does not know or sell of the card provider's objects; a person looks at each once. */
export function UnclearAtProvider({ shown }: { shown: boolean }) {
  const query = useQuery({ ...unclearAtProviderQuery(), enabled: shown });
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return query.data?.map((unclear) => <OneUnclear key={unclear.id} unclear={unclear} />);
}

function OneUnclear({ unclear }: { unclear: Unclear }) {
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  const { id, kind, objectId, notedAt, address, customer } = unclear;
  const settle = useMutation({
    mutationFn: () => call('settleUnclearAtProvider', { params: { id } }),
    onSuccess: () => toast({ title: 'Noted as seen' }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({ title: 'That was not saved', style: 'destructive' });
    },
    onSettled: () => readAgain(client),
  });
  return (
    <Card className="dispute" aria-label={oneText`${objectName(kind)} of ${customer.name}, ${objectId}`}>
      <div className="row spread">
        <h2>{oneText`${objectName(kind)} to look at`}</h2>
        <span className="badge pending">New to us</span>
      </div>
      <p>
        <TeamLink to={hrefs.adminCustomer(customer.id)}>{customer.name}</TeamLink> <Vouched by={customer} />
        <br />
        <ProviderLink address={address} id={objectId} />
        <br />
        <span className="muted">{oneText`Noted on ${formatDayMonth(notedAt, zone)}`}</span>
      </p>
      <p>{unclearText(unclear)}</p>
      <May do="disputes.change">
        <div className="buttons">
          <Button size="small" off={!online} busy={settle.isPending} onClick={() => settle.mutate()}>
            I Have Seen It
          </Button>
        </div>
      </May>
    </Card>
  );
}
