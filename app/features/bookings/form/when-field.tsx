import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { DateTimePicker } from '../../../shared/bookings/date-time-picker.tsx';

/** The form's field for the day and time of a visit, which may need some hours' notice. */
export function WhenField({
  noticeHours,
  ...props
}: {
  value: string;
  onChange: (scheduledDate: string) => void;
  preferred: PreferredTime | undefined;
  error: string | undefined;
  noticeHours?: number | undefined;
}) {
  const zone = useZone();
  return (
    <DateTimePicker
      label="Preferred date and time"
      name="scheduledDate"
      zone={zone}
      {...(noticeHours && {
        hint: oneText`Needs ${noticeHours} h notice`,
        min: new Date(Date.now() + noticeHours * 3_600_000),
      })}
      {...props}
    />
  );
}
