import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { timeLimits, workerLimits } from '../../../api/contract/rules/business/worker-terms.ts';
import type { ServiceTimes as Times } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { serviceTimesQuery } from './queries.ts';

const stepsOf = ({ min, max, step }: { min: number; max: number; step: number }) =>
  Array.from({ length: (max - min) / step + 1 }, (_, place) => min + place * step);
const options = (values: readonly number[], words: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: words(value) }));
const minutesWords = (minutes: number) =>
  minutes === 0 ? 'none' : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** The line of a service: 'times in windows of 1 h, 2 people, 15 min free after it'. */
const wordsOf = ({ isOffered, windowMinutes, bufferMinutes, workers }: Times): string =>
  [
    isOffered ? `Times in windows of ${minutesWords(windowMinutes)}` : 'Times are only wished for',
    people(workers),
    ...(bufferMinutes > 0 ? [`${minutesWords(bufferMinutes)} free after it`] : []),
  ].join(', ');

/** What each service needs of its times. */
export default function ServiceTimes({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...serviceTimesQuery(), enabled: shown });
  const [edited, setEdited] = useState<{ times: Times; open: boolean }>();
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="3.5rem" label="Reading the times of the services" />
    );
  return (
    <>
      <ul className="ruled">
        {data.map((times) => (
          <li key={times.serviceId} className="service-times">
            <span className="grow">
              <strong dir="auto">{times.name}</strong>
              <span className="concerned-why muted">{wordsOf(times)}</span>
            </span>
            <Button
              size="small"
              kind="plain"
              aria-label={oneText`Change the times of ${times.name}`}
              onClick={() => setEdited({ times, open: true })}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
      <Sheet
        open={edited?.open === true}
        title={edited ? oneText`Times of ${edited.times.name}` : 'Times'}
        onClose={() => setEdited((now) => now && { ...now, open: false })}
      >
        {edited && (
          <TimesForm
            key={edited.times.serviceId}
            times={edited.times}
            onDone={() => setEdited((now) => now && { ...now, open: false })}
          />
        )}
      </Sheet>
    </>
  );
}

function TimesForm({ times, onDone }: { times: Times; onDone: () => void }) {
  const online = useOnline();
  const client = useQueryClient();
  const { serviceId, name: _, category: __, ...before } = times;
  const [form, setForm] = useState(before);
  const save = useMutation({
    mutationFn: () => teamCall('putServiceTimes', { params: { id: serviceId }, body: form }),
    onSuccess: (saved) => {
      client.setQueryData(serviceTimesQuery().queryKey, saved);
      toast({ title: 'Saved' });
      onDone();
    },
  });
  return (
    <Form
      className="stack"
      onSubmit={() => {
        if (online && !save.isPending) save.mutate();
      }}
    >
      <OfflineNote kept="What you changed stays here." />
      <SelectField
        label="Customers"
        value={form.isOffered ? 'offered' : 'wished'}
        options={[
          { value: 'offered', label: 'choose among free times' },
          { value: 'wished', label: 'wish for a time' },
        ]}
        onChange={({ target }) => setForm({ ...form, isOffered: target.value === 'offered' })}
      />
      <SelectField
        label="Arrival window"
        hint="Somebody arrives within it."
        value={String(form.windowMinutes)}
        options={options(stepsOf(timeLimits.window), minutesWords)}
        onChange={({ target }) => setForm({ ...form, windowMinutes: Number(target.value) })}
      />
      <SelectField
        label="Kept free after the work"
        value={String(form.bufferMinutes)}
        options={options(stepsOf(timeLimits.buffer), minutesWords)}
        onChange={({ target }) => setForm({ ...form, bufferMinutes: Number(target.value) })}
      />
      <SelectField
        label="People at once"
        hint="A visit has all of them, or none."
        value={String(form.workers)}
        options={options(stepsOf({ min: 1, max: workerLimits.atOnce, step: 1 }), people)}
        onChange={({ target }) => setForm({ ...form, workers: Number(target.value) })}
      />
      {save.error && (
        <p className="form-notice" role="alert">
          {reasonOf(save.error)}
        </p>
      )}
      <Button type="submit" busy={save.isPending} off={!online}>
        Save
      </Button>
    </Form>
  );
}
