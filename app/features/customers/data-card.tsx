import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { CustomerData } from '../../../api/contract/schemas/customer-data.ts';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { formatDay, formatDayMonth } from '../../lib/time/dates.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { closed } from '../../ui/dialogs/closed.ts';
import { OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { customerDataQuery } from './queries.ts';

const DeletionSheet = lazy(() => import('./deletion-sheet.tsx'));

/** Actions for a person who asks by phone: the file of their own data, and the deletion of their account. */
export function DataCard({ customer }: { customer: Customer }) {
  const { user } = useUser();
  const isSelf = user?.id === customer.id;
  const { data, error, refetch } = useQuery({ ...customerDataQuery(customer.id), enabled: !isSelf });
  return (
    <Card className="stack" aria-labelledby="customer-data">
      <h2 id="customer-data">Data and Deletion</h2>
      {isSelf ? (
        <>
          <p className="muted">Your own data, and the deletion of your account, are in your profile.</p>
          <ButtonLink href={hrefs.profileTab('profile')} size="small" kind="quiet">
            My Profile
          </ButtonLink>
        </>
      ) : data ? (
        <>
          <TheirFile customer={customer} data={data} />
          <TheirAccount customer={customer} deletion={data.deletion} />
          <OfflineNote kept="You see the last known state." />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton cards={1} height="6rem" label="Reading what was asked for" />
      )}
    </Card>
  );
}

function TheirFile({
  customer: { id },
  data: { file, deletion },
}: {
  customer: Customer;
  data: CustomerData;
}) {
  const zone = useZone();
  const online = useOnline();
  const request = useActing(id, () => teamCall('requestCustomerData', { params: { id } }));
  if (deletion?.doneAt) return null;
  const mayAsk = file.state !== 'making' && !(file.againAt && Date.parse(file.againAt) > Date.now());
  const standing = {
    none: 'No file of their data has been prepared. It is made in the background, and only they can download it.',
    making: 'The file of their data is being prepared. They are told when it is ready.',
    ready: `Their data is ready for them until ${file.readyUntil ? formatDay(file.readyUntil, zone) : ''}. Only they can download it.`,
    failed: 'The file of their data could not be prepared.',
  }[file.state];
  return (
    <>
      <p role="status">{standing}</p>
      {mayAsk && (
        <Button
          kind="quiet"
          size="small"
          busy={request.isPending}
          off={!online}
          onClick={() => request.mutate()}
        >
          {file.state === 'ready' ? 'Prepare a New File' : 'Prepare Their Data'}
        </Button>
      )}
    </>
  );
}

function TheirAccount({ customer, deletion }: { customer: Customer; deletion: CustomerData['deletion'] }) {
  const zone = useZone();
  const online = useOnline();
  const [sheet, setSheet] = useState<{ open: boolean; times: number }>();
  const params = { id: customer.id };
  const day = (at: string) => formatDayMonth(at, zone);
  const keep = useActing(customer.id, () => teamCall('keepCustomer', { params }));
  if (deletion?.doneAt) return <p>{oneText`Their account was deleted on ${day(deletion.doneAt)}.`}</p>;
  if (deletion)
    return (
      <div className="stack customer-leaving">
        <p role="status">
          <strong>
            {deletion.waitsFor
              ? `Their account was to be deleted on ${day(deletion.at)}, and waits.`
              : isDue(deletion)
                ? 'Their account goes within hours: its day has come.'
                : deletion.mayKeep
                  ? `Their account will be deleted on ${day(deletion.at)}.`
                  : 'Their account is being deleted.'}
          </strong>{' '}
          <span>{oneText`${deletion.byTeam ? 'The team' : 'They'} asked for it on ${day(deletion.requestedAt)}.${deletion.waitsFor && ` ${waits[deletion.waitsFor]}`}`}</span>
        </p>
        {deletion.mayKeep && (
          <Button size="small" busy={keep.isPending} off={!online} onClick={() => keep.mutate()}>
            Keep Their Account
          </Button>
        )}
      </div>
    );
  if (customer.team)
    return (
      <p className="muted">
        The account of somebody in the team can’t be deleted here. Make them a customer first.
      </p>
    );
  return (
    <>
      <Button
        kind="danger"
        size="small"
        off={!online}
        onClick={() => setSheet({ open: true, times: (sheet?.times ?? 0) + 1 })}
      >
        Delete Their Account
      </Button>
      {sheet && (
        <Suspense>
          <DeletionSheet
            key={sheet.times}
            customer={customer}
            open={sheet.open}
            onClose={() => setSheet(closed(sheet))}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether the deletion is due and waits for nothing but the job that deletes. */
const isDue = ({ mayKeep, at }: NonNullable<CustomerData['deletion']>): boolean =>
  mayKeep && Date.parse(at) <= Date.now();

const waits: Record<NonNullable<NonNullable<CustomerData['deletion']>['waitsFor']>, string> = {
  last_admin: 'They are the last administrator: make somebody else one.',
  work: 'It waits for work under way, a week at most: please complete or cancel it.',
  owed: 'It waits for work that is not paid, 30 days from their wish at most. Then that is written off.',
};

/** An action of the team on this person's data; the answer is the new state. */
function useActing(id: string, act: () => Promise<CustomerData>) {
  const client = useQueryClient();
  const { queryKey } = customerDataQuery(id);
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({ title: 'Nothing has changed', description: reasonOf(error), style: 'destructive' });
    },
  });
}
