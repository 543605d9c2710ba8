import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { bookingsQuery } from '../queries.ts';

/** Shown beside the list while no booking is open. */
export function NothingChosen() {
  const { data } = useQuery({ ...bookingsQuery(), enabled: false });
  const none = data?.length === 0;
  return (
    <EmptyState
      drawing={none ? 'house' : 'calendar'}
      title={none ? 'Your visits will stand here' : 'Choose a booking'}
      text={
        none
          ? 'Book a service, and its time, messages and everything you can change open on this side.'
          : 'Its time, messages and everything you can change open on this side.'
      }
    />
  );
}
