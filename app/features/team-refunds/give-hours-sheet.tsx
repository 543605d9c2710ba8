import './team-refunds.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { givenDays, givenHours, givenReason } from '../../../api/contract/rules/given-hours-terms.ts';
import { oneText } from '../../lib/one-text.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { HoursField } from '../../ui/fields/hours-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { effectsOf, type GiveFields, giveText, problemsOf } from './give-words.ts';
import { hoursOfQuery, readAgain } from './queries.ts';
import { SheetForm } from './sheet-form.tsx';
import { useSheetForm } from './use-sheet-form.ts';

export interface GiveHoursProps {
  customer: { id: string; name: string };
  open: boolean;
  onClose: () => void;
}

const dayMs = 86_400_000;
const blank: GiveFields = { hours: Number.NaN, expiresOn: '', reason: '' };

/** The days of the business on which given hours can end. */
function daysFrom(zone: string, now = Date.now()) {
  const at = (ms: number) => dayOf(new Date(ms).toISOString(), zone);
  return { first: at(now), last: at(now + givenDays * dayMs) };
}

/** Gives a customer hours that expire. The effects are shown above the button. */
export default function GiveHoursSheet({ customer, open, onClose }: GiveHoursProps) {
  const client = useQueryClient();
  const { id, name } = customer;
  const days = daysFrom(useZone());
  const hours = useQuery({ ...hoursOfQuery(id), enabled: open });
  const state = useSheetForm({
    name: `hours:${id}`,
    blank,
    problemsOf: (fields) => problemsOf(fields, days),
    contentOf: (fields) => ({ ...fields, reason: fields.reason.trim() }),
    send: (body, idempotencyKey) => teamCall('giveHours', { params: { id }, body, idempotencyKey }),
    onSent: (_, given) => toast({ title: `${given.hours} h given`, description: oneText`${name} is told.` }),
    onSettled: () => readAgain(client, id),
    onClose,
  });
  const { fields, problems, change } = state;
  return (
    <Sheet open={open} title="Give Hours" onClose={onClose}>
      <SheetForm
        state={state}
        head={
          <p>
            <strong dir="auto">{name}</strong>
          </p>
        }
        reasonLimit={givenReason.max}
        effects={hours.data ? effectsOf(fields, hours.data, { name }) : []}
        beforeEffects={
          hours.error && !hours.data ? (
            <p>{reasonOf(hours.error)}</p>
          ) : (
            <p className="muted">Enter hours and a day. The effects are shown before the hours are given.</p>
          )
        }
        failureText={reasonOf}
        sendText={[giveText(fields.hours), 'Giving…']}
      >
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
      </SheetForm>
    </Sheet>
  );
}
