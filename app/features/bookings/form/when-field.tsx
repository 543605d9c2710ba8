import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { useZone } from '../../../lib/session.ts';
import { DateTimePicker } from '../../../shared/bookings/date-time-picker.tsx';
import { whyNotAt } from '../../../shared/bookings/time-slots.ts';
import { useOpening } from '../../../shared/business/queries.ts';

/** The form's field for the day and time of a visit. */
export function WhenField(props: {
  value: string;
  onChange: (scheduledDate: string) => void;
  preferred: PreferredTime | undefined;
  error: string | undefined;
}) {
  const zone = useZone();
  const opening = useOpening();
  return (
    <DateTimePicker
      label="Preferred date and time"
      name="scheduledDate"
      zone={zone}
      opening={opening}
      {...props}
      // A draft may be older than a closed day.
      error={props.error ?? whyNotAt(props.value, zone, opening) ?? undefined}
    />
  );
}
