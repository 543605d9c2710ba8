import { useQuery } from '@tanstack/react-query';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { nextVisits } from '../../../shared/bookings/next-visits.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { bookingsQuery } from '../queries.ts';

/** Shown beside the list while no booking is open, with the way to the next visit. */
export function NothingChosen() {
  const zone = useZone();
  const { data } = useQuery({ ...bookingsQuery(), enabled: false });
  const none = data?.length === 0;
  const { next } = nextVisits(data ?? [], zone, new Date());
  return (
    <EmptyState
      drawing={none ? 'house' : 'calendar'}
      title={none ? 'Your visits will stand here' : 'Choose a booking'}
      text={
        none
          ? 'Book a service, and its time, messages and everything you can change open on this side.'
          : 'Its time, messages and everything you can change open on this side.'
      }
      action={
        next?.scheduledDate && (
          <ButtonLink href={hrefs.booking(next.id)} kind="quiet">
            {oneText`${next.status === 'in_progress' ? 'Now' : visitTime(next, zone)}: ${next.service.name}`}
          </ButtonLink>
        )
      }
    />
  );
}
