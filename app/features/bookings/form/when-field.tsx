import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { useUser, useZone } from '../../../lib/session.ts';
import { DateTimePicker } from '../../../shared/bookings/time/date-time-picker.tsx';
import { whyNotAt } from '../../../shared/bookings/time/why-not-at.ts';
import { useOpening } from '../../../shared/business/queries.ts';
import { SlotField } from '../slots/slot-field.tsx';
import type { SlotChoice } from '../slots/use-slot.ts';
import { useUsualTime } from './usual-time.ts';

/** The form's field for the day and time of a visit, unfolded until a time is chosen. */
export function WhenField({
  byPlan = false,
  slot,
  ...props
}: {
  value: string;
  onChange: (scheduledDate: string) => void;
  preferred: PreferredTime | undefined;
  error: string | undefined;
  /** The hours' notice that the service needs. */
  noticeHours?: number | undefined;
  /** Whether the person's plan pays for the visit, which has rules of its own. */
  byPlan?: boolean;
  /** The free times, for a form that offers them. */
  slot?: SlotChoice | undefined;
}) {
  const zone = useZone();
  const opening = useOpening();
  const { user } = useUser();
  const usual = useUsualTime(user !== null);
  const wished = (
    <DateTimePicker
      label="Preferred date and time"
      name="scheduledDate"
      zone={zone}
      opening={opening}
      usual={usual}
      rights={byPlan ? user?.plan?.rights : undefined}
      unfolded
      {...props}
      // A draft may be older than a closed day.
      error={props.error ?? whyNotAt(props.value, zone, opening) ?? undefined}
    />
  );
  if (!slot) return wished;
  const { value, onChange, preferred, error } = props;
  return (
    <SlotField
      {...{ slot, zone, usual, value, onChange, preferred, error }}
      label="Arrival time"
      name="scheduledDate"
    >
      {wished}
    </SlotField>
  );
}
