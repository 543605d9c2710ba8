import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { AccountDeletion } from '../../../api/contract/schemas/account-deletion.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayLong } from '../../lib/time/dates.ts';
import { accountDeletionQuery } from '../../shared/account-deletion.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { closed } from '../../ui/dialogs/closed.ts';
import { OfflineNote } from '../../ui/note.tsx';
import { useKeepAccount } from './keep-account.ts';

const DeleteAccountSheet = lazy(() => import('./delete-account-sheet.tsx'));

/**
 * Shown while the deletion of the account is planned: its time, and how to keep the account.
 * @param asked the number of requests made on this page; each leads here, because the button is far below
 */
export function DeletionPlanned({ shown, requests }: { shown: boolean; requests: number }) {
  const { data } = useQuery({ ...accountDeletionQuery(), enabled: shown });
  const zone = useZone();
  const online = useOnline();
  const keep = useKeepAccount();
  const heading = useRef<HTMLHeadingElement>(null);
  const isPlanned = Boolean(data?.requestedAt);
  useEffect(() => {
    if (!requests || !isPlanned) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' });
  }, [requests, isPlanned]);
  if (!data?.requestedAt) return null;
  return (
    <Card className="stack deletion-planned" aria-labelledby="deletion-planned">
      <div>
        <h2 ref={heading} tabIndex={-1} id="deletion-planned">
          Your account will be deleted
        </h2>
        <p>
          {data.waitsFor
            ? `Its deletion was due on ${formatDayLong(data.at, zone)}. ${waits[data.waitsFor]}`
            : isDue(data)
              ? 'The day has come: it is deleted within hours. Until then you can keep it.'
              : data.mayKeep
                ? `On ${formatDayLong(data.at, zone)}. Until then everything works, but you can book nothing new${data.plan ? ', and your plan is not renewed' : ''}.`
                : 'It is being deleted now.'}
        </p>
      </div>
      {data.mayKeep && (
        <Button busy={keep.isPending} off={!online} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      )}
      <OfflineNote kept="You see the last known state." />
    </Card>
  );
}

/** Whether the deletion is due and waits for nothing but the job that deletes. */
const isDue = ({ mayKeep, at }: AccountDeletion): boolean => mayKeep && Date.parse(at) <= Date.now();

const waits: Record<NonNullable<AccountDeletion['waitsFor']>, string> = {
  last_admin: 'It waits until somebody else is an administrator, too.',
  work: 'It waits until the team has finished its work for you, a week at most.',
  owed: 'It waits for work that was done and is not paid yet. Please pay it under Billing.',
};

/** The button that deletes the account. Its sheet shows the effects before it asks for anything. */
export function DeleteAccount({ user, shown, onAsked }: { user: User; shown: boolean; onAsked: () => void }) {
  const { data } = useQuery({ ...accountDeletionQuery(), enabled: shown });
  const online = useOnline();
  const [sheet, setSheet] = useState<{ open: boolean; times: number }>();
  if (data?.requestedAt) return null;
  return (
    <Card className="stack" aria-labelledby="delete-account">
      <div>
        <h2 id="delete-account">Delete your account</h2>
        <p className="muted">You see first what will happen, and have a week to take it back.</p>
      </div>
      <Button
        kind="danger"
        size="small"
        off={!online}
        onClick={() => setSheet({ open: true, times: (sheet?.times ?? 0) + 1 })}
      >
        Delete your account
      </Button>
      <p role="status" className={online ? 'visually-hidden' : 'muted'}>
        {online ? '' : 'This needs the network.'}
      </p>
      {sheet && (
        <Suspense>
          <DeleteAccountSheet
            key={sheet.times}
            user={user}
            open={sheet.open}
            onClose={() => setSheet(closed(sheet))}
            onAsked={onAsked}
          />
        </Suspense>
      )}
    </Card>
  );
}
