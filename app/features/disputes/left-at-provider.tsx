import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LeftAtProvider as Left } from '../../../api/contract/schemas/account-deletion.ts';
import { ApiError, call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { May } from '../../shared/may.tsx';
import { TeamLink } from '../../shared/team-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { ProviderLink } from './provider-link.tsx';
import { leftAtProviderQuery, readAgain } from './queries.ts';

/**
 * Data that the card provider did not delete for deleted accounts; a person must delete it in the provider's
 * dashboard.
 */
export function LeftAtProvider({ shown }: { shown: boolean }) {
  const query = useQuery({ ...leftAtProviderQuery(), enabled: shown });
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return query.data?.map((left) => <OneLeft key={left.id} left={left} />);
}

function OneLeft({ left: { id, kind, trouble, notedAt, userId, address } }: { left: Left }) {
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  const { title, todo } = words[kind] ?? other;
  const settle = useMutation({
    mutationFn: () => call('settleLeftAtProvider', { params: { id } }),
    onSuccess: () => toast({ title: 'Noted as done' }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({ title: 'That was not saved', style: 'destructive' });
    },
    onSettled: () => readAgain(client),
  });
  return (
    <Card className="dispute" aria-label={`${title} ${id}`}>
      <div className="row spread">
        <h2>{title}</h2>
        <span className="badge cancelled">Needs a person</span>
      </div>
      <p>
        <TeamLink to={hrefs.adminCustomer(userId)}>This account</TeamLink>
        <span>{oneText` is deleted here, but the card provider refused its part for a day. ${todo}`}</span>
        <br />
        <ProviderLink address={address} id={id} />
        <br />
        <span className="muted">
          {oneText`Refused as “${trouble}”, noted on ${formatDayMonth(notedAt, zone)}`}
        </span>
      </p>
      <May do="disputes.change">
        <div className="buttons">
          <Button size="small" off={!online} busy={settle.isPending} onClick={() => settle.mutate()}>
            It Is Done There
          </Button>
        </div>
      </May>
    </Card>
  );
}

/** The words for a kind that this release lacks. */
const other = {
  title: 'Something left at the card provider',
  todo: 'Please look at it in its dashboard.',
};

const words: Record<Left['kind'], { title: string; todo: string }> = {
  customer: {
    title: 'A customer left at the card provider',
    todo: 'Please delete this customer, with their cards, in its dashboard.',
  },
  plan: {
    title: 'A plan left at the card provider',
    todo: 'Please cancel this subscription in its dashboard, so that nothing more is charged.',
  },
  payment: {
    title: 'A description left at the card provider',
    todo: 'Please take the description out of this payment in its dashboard.',
  },
};
