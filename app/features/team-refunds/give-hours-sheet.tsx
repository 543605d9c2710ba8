import './team-refunds.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { givenDays, givenHours, givenReason } from '../../../api/contract/facts/given-hours-terms.ts';
import { ApiError, call } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { toLocalInput } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { HoursField } from '../../ui/fields/hours-field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { effectsOf, type GiveFields, type GiveProblems, giveText, problemsOf } from './give-words.ts';
import { hoursOfQuery, readAgain } from './queries.ts';
import { useAttemptKey } from './use-attempt-key.ts';

export interface GiveHoursProps {
  customer: { id: string; name: string };
  open: boolean;
  onClose: () => void;
}

const dayMs = 86_400_000;
const blank: GiveFields = { hours: Number.NaN, expiresOn: '', reason: '' };

/** The days of the business on which given hours can end. */
function daysFrom(zone: string, now = Date.now()) {
  const dayOf = (at: number) => toLocalInput(new Date(at).toISOString(), zone).slice(0, 10);
  return { first: dayOf(now), last: dayOf(now + givenDays * dayMs) };
}

function useGiving({ customer, onClose }: GiveHoursProps) {
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  const { keyFor, forget } = useAttemptKey();
  const [fields, setFields] = useState(blank);
  const [problems, setProblems] = useState<GiveProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const days = daysFrom(zone);
  const send = useMutation({
    mutationFn: () => {
      const body = { ...fields, reason: fields.reason.trim() };
      return call('giveHours', { params: { id: customer.id }, body, idempotencyKey: keyFor(body) });
    },
    // The opening of the sheet from which it was sent, in case the sheet was opened again meanwhile.
    onMutate: () => onClose,
    onSuccess: (_, __, close) => {
      forget();
      toast({ title: `${fields.hours} h given`, description: oneText`${customer.name} is told.` });
      setFields(blank);
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
    },
    onSettled: () => readAgain(client, customer.id),
  });
  const change = (given: Partial<GiveFields>) => {
    setFields({ ...fields, ...given });
    setProblems({});
    send.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || !online) return;
    const found = problemsOf(fields, days);
    setProblems(found);
    if (Object.keys(found).length === 0) return send.mutate();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return { form, fields, problems, days, send, online, change, submit };
}

/** Gives a customer hours that expire. The effects are shown above the button. */
export default function GiveHoursSheet(props: GiveHoursProps) {
  const { customer, open, onClose } = props;
  const { form, fields, problems, days, send, online, change, submit } = useGiving(props);
  const { id } = customer;
  const hours = useQuery({ ...hoursOfQuery(id), enabled: open });
  const effects = hours.data ? effectsOf(fields, hours.data, { name: customer.name }) : [];
  return (
    <Sheet open={open} title="Give Hours" onClose={onClose}>
      <form ref={form} className="stack roomy" noValidate onSubmit={submit}>
        <p>
          <strong>{customer.name}</strong>
        </p>
        <HoursField
          label="Hours"
          name="hours"
          limits={givenHours}
          hint="In quarters of an hour"
          value={fields.hours}
          onChange={(given) => change({ hours: given })}
          error={problems.hours}
        />
        <TextField
          label="Can be used until the end of"
          name="expiresOn"
          type="date"
          min={days.first}
          max={days.last}
          value={fields.expiresOn}
          onChange={(event) => change({ expiresOn: event.target.value })}
          error={problems.expiresOn}
        />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          maxLength={givenReason.max}
          hint="The customer reads it"
          value={fields.reason}
          onChange={(event) => change({ reason: event.target.value })}
          error={problems.reason}
        />
        <div className="effects" role="status">
          {hours.error && !hours.data ? (
            <p>{reasonOf(hours.error)}</p>
          ) : effects.length ? (
            effects.map((line) => <p key={line}>{line}</p>)
          ) : (
            <p className="muted">Enter hours and a day. What that means is shown before it is done.</p>
          )}
        </div>
        <OfflineNote kept="What you typed stays here." />
        {send.error && Object.keys(problems).length === 0 && (
          <Note kind="bad" role="alert">
            {reasonOf(send.error)}
          </Note>
        )}
        <div className="sheet-actions">
          <Button type="submit" wide busy={send.isPending} off={!online}>
            {send.isPending ? 'Giving…' : giveText(fields.hours)}
          </Button>
          <Button kind="quiet" wide onClick={onClose}>
            Not Now
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
