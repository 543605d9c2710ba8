import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { desktopOutline, phonePortraitOutline, tabletPortraitOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { SignedInDevice } from '../../../api/contract/schemas/people.ts';
import { ApiError, call, NetworkError } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatExact } from '../../lib/time/dates.ts';
import { signOutEverywhere } from '../../pwa/sign-out/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { sessionsQuery } from './queries.ts';
import { dayInSentence, formatSeen } from './seen.ts';

const icons = { phone: phonePortraitOutline, tablet: tabletPortraitOutline, computer: desktopOutline };
/** Sign-ins happen in the person's own zone, not in the zone of the services. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The devices on which the member is signed in; each, or all, can be signed out. */
export function Devices({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...sessionsQuery(), enabled: shown });
  const [asking, setAsking] = useState(false);
  return (
    <Card className="stack" aria-labelledby="devices">
      <div>
        <h2 id="devices">Signed-in devices</h2>
        <p className="muted">Sign out of any that you do not know or no longer use.</p>
      </div>
      {data ? (
        <ul className="devices">
          {data.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton cards={1} label="Loading your devices" />
      )}
      <Button kind="danger" size="small" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Everywhere open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function Device({ device }: { device: SignedInDevice }) {
  const client = useQueryClient();
  const zone = ownZone();
  const { queryKey } = sessionsQuery();
  const end = useMutation({
    mutationFn: async () => {
      try {
        await call('endSession', { params: { id: device.id } });
      } catch (error) {
        // A device that was already signed out from elsewhere counts as success.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => {
      client.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== device.id));
      toast({ title: 'Signed out', description: device.name });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({
        title: 'Still signed in there',
        description:
          error instanceof NetworkError
            ? 'The network did not answer. Please try again when it is back.'
            : 'Something went wrong on our side. Please try again.',
        style: 'destructive',
      });
    },
  });
  return (
    <li className="device">
      <span className="device-icon">
        <Icon src={icons[device.kind]} />
      </span>
      <div className="grow">
        <h3>{device.name}</h3>
        {device.current ? (
          <p>
            <span className="badge">This device</span>
          </p>
        ) : (
          <p className="muted" title={formatExact(device.lastSeenAt, zone)}>
            {oneText`Used ${formatSeen(device.lastSeenAt, zone)}`}
          </p>
        )}
        <p className="muted" title={formatExact(device.signedInAt, zone)}>
          {oneText`Signed in ${dayInSentence(device.signedInAt, zone)}`}
        </p>
      </div>
      {!device.current && (
        <Button
          kind="quiet"
          size="small"
          busy={end.isPending}
          aria-label={`Sign out ${device.name}`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function Everywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOutEverywhere();
    setBusy(false);
    onClose();
  };
  return (
    <Sheet open={open} title="Sign out everywhere?" onClose={onClose}>
      <p>
        Every device is signed out, this one too. What is stored here for reading offline is removed; your
        bookings and messages stay with us.
      </p>
      <div className="sheet-actions">
        <Button kind="danger" wide busy={busy} onClick={() => void leave()}>
          Sign out everywhere
        </Button>
        <Button kind="quiet" wide onClick={onClose}>
          Stay signed in
        </Button>
      </div>
    </Sheet>
  );
}
