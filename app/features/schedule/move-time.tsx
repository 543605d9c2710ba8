import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarBooking } from '../../../api/contract/schemas/schedule.ts';
import { oneText } from '../../lib/one-text.ts';
import { DateTimePicker } from '../../shared/bookings/time/date-time-picker.tsx';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { useOpening } from '../../shared/business/queries.ts';
import { Button } from '../../ui/button.tsx';
import { moveSlotsQuery } from './queries.ts';

/**
 * The new time of a booking that the team moves: one at which its workers are free, or somebody if it has none, where
 * the business has such times, or any other, which the server refuses or takes with a reason.
 */
export function MoveTime({
  booking,
  who,
  zone,
  value,
  error,
  onChange,
}: {
  booking: CalendarBooking;
  /** The names of those who come. */
  who: string;
  zone: string;
  value: string;
  error: string | undefined;
  onChange: (to: string) => void;
}) {
  const opening = useOpening();
  const from = dayOf(new Date().toISOString(), zone);
  const hasSlots = opening?.slots === 'on';
  const free = useQuery({ ...moveSlotsQuery(booking.id, from), enabled: hasSlots });
  const [isAny, setAny] = useState(false);
  if (hasSlots && free.fetchStatus === 'fetching' && !free.data)
    return (
      <div className="skeleton panel-waits" role="status">
        <span className="visually-hidden">Reading the free times</span>
      </div>
    );
  // A pending booking may be confirmed at its present time; any other has it already.
  const times = (free.data ?? []).filter(
    ({ start }) => booking.status === 'pending' || start !== booking.startsAt,
  );
  const offered = times.length > 0 && !isAny ? times : undefined;
  return (
    <>
      <DateTimePicker
        label="New date and time"
        zone={zone}
        value={value}
        opening={opening}
        offered={offered}
        error={error}
        hint={hintOf({
          isOffered: offered !== undefined,
          hasNone: free.data !== undefined && times.length === 0,
          who,
        })}
        onChange={onChange}
      />
      {times.length > 0 && (
        <Button
          size="small"
          kind="plain"
          onClick={() => {
            setAny(!isAny);
            onChange('');
          }}
        >
          {isAny ? 'Show the free times' : 'Any other time'}
        </Button>
      )}
    </>
  );
}

const hintOf = ({
  isOffered,
  hasNone,
  who,
}: {
  isOffered: boolean;
  hasNone: boolean;
  who: string;
}): string | undefined => {
  if (isOffered) return who ? oneText`When ${who} can come.` : 'When somebody can come.';
  return hasNone ? 'No time is free. Another one needs a reason, or somebody else.' : undefined;
};
