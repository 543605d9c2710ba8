import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { useZone } from '../../../lib/session.ts';
import { DateTimePicker } from '../../../shared/bookings/date-time-picker.tsx';

/** The form's field for the day and time of a visit. */
export function WhenField<Fields extends FieldValues>({
  control,
  name,
  preferred,
}: {
  control: Control<Fields>;
  name: Path<Fields>;
  preferred: PreferredTime | undefined;
}) {
  const zone = useZone();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimePicker
          label="Preferred date and time"
          name={field.name}
          value={field.value}
          onChange={field.onChange}
          zone={zone}
          preferred={preferred}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
