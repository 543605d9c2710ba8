import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../api/contract/schemas/people.ts';
import { hrefs } from '../lib/hrefs.ts';
import { oneText } from '../lib/one-text.ts';
import { useZone } from '../lib/session.ts';
import { formatDayLong } from '../lib/time/dates.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { accountDeletionQuery } from './account-deletion.ts';

/** An answer serves for a minute: an account is deleted a week after the request, and this device knows its own. */
const freshMs = 60_000;

/**
 * A form that books, or, while the account is to be deleted, the way to keep it: the server would refuse the booking.
 * Until the server has answered, the form is shown.
 */
export function UnlessLeaving({
  user,
  shown,
  children,
}: {
  user: User | null;
  shown: boolean;
  children: ReactNode;
}) {
  const { data } = useQuery({
    ...accountDeletionQuery(),
    staleTime: freshMs,
    enabled: shown && user !== null,
  });
  const zone = useZone();
  if (!user || !data?.requestedAt) return children;
  const day = Date.parse(data.at) > Date.now() ? ` on ${formatDayLong(data.at, zone)}` : '';
  return (
    <div className="stack">
      <Note role="status">{oneText`Your account is about to be deleted${day}. Choose to keep it in your profile first; then you can book again.`}</Note>
      <ButtonLink wide href={hrefs.profileTab('profile')}>
        Go to Your Profile
      </ButtonLink>
    </div>
  );
}
