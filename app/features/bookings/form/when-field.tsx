import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { useZone } from '../../../lib/session.ts';
import { DateTimePicker } from '../../../shared/bookings/date-time-picker.tsx';

/** The form's field for the day and time of a visit. */
export function WhenField(props: {
  value: string;
  onChange: (scheduledDate: string) => void;
  preferred: PreferredTime | undefined;
  error: string | undefined;
}) {
  const zone = useZone();
  return <DateTimePicker label="Preferred date and time" name="scheduledDate" zone={zone} {...props} />;
}
