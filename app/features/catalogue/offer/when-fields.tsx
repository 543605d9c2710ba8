import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { useDay } from '../../../lib/time/day.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import type { ServiceFields, ServiceProblems, When } from './service-fields.ts';
import type { Props } from './use-service.ts';

const options = [
  { value: 'now', label: 'At once' },
  { value: 'day', label: 'On a day' },
  { value: 'draft', label: 'Not yet: keep a draft' },
];

/** The day on which the change is published, in words; '' without one. */
export const dayOf = ({ when, publishOn }: ServiceFields): string =>
  when === 'day' && publishOn ? dayWords(publishOn) : '';

/** The name of the button that saves. */
export const whenAction = ({ when, draft }: ServiceFields): string => {
  if (when === 'day') return 'Publish on That Day';
  if (when === 'draft') return 'Keep Draft';
  return draft === null ? 'Save Service' : 'Publish Now';
};

/** The next day of a calendar: '2027-02-28' → '2027-03-01'. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10);

/** When customers see the change. A service whose draft waits is changed at once; its draft is edited by itself. */
export function WhenFields({
  service,
  draft,
  waiting,
  fields,
  problems,
  change,
}: Pick<Props, 'service' | 'draft' | 'waiting'> & {
  fields: ServiceFields;
  problems: ServiceProblems;
  change: (given: Partial<ServiceFields>) => void;
}) {
  const today = useDay(useZone());
  if (service && !draft && waiting)
    return (
      <p className="notice">
        {oneText`Another change of this service waits ${waiting.publishOn ? `until ${dayWords(waiting.publishOn)}` : 'as a draft'}. It stands above the list, and saving here leaves it as it is.`}
      </p>
    );
  return (
    <>
      {draft?.problem && (
        <p className="notice warning" role="alert">
          {oneText`It could not be published on its day: ${draft.problem}`}
        </p>
      )}
      <SelectField
        label="Customers see it"
        name="when"
        options={options}
        value={fields.when}
        onChange={(event) => change({ when: event.target.value as When })}
      />
      {fields.when === 'day' && (
        <TextField
          label="From"
          name="publishOn"
          type="date"
          min={dayAfter(today)}
          hint="From the first minute of that day, where the business is"
          value={fields.publishOn}
          onChange={(event) => change({ publishOn: event.target.value })}
          error={problems.publishOn}
        />
      )}
    </>
  );
}
