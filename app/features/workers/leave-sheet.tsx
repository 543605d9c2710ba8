import './workers.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { workerLimits } from '../../../api/contract/rules/business/worker-terms.ts';
import type { WorkerLeave } from '../../../api/contract/schemas/settings/workers.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { leaveSpan } from '../../shared/workers/leave-words.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { inLeaveQuery, showWorker } from './queries.ts';
import { type ConcernedVisit, VisitRows } from './visit-rows.tsx';

interface Waiting {
  leave: WorkerLeave;
  workerId: string;
  /** The worker's name. */
  worker: string;
}

/** Decides leave that a worker asks for: the visits in it, what becomes of them, and a word to the worker. */
export function LeaveSheet({
  of,
  open,
  onClose,
}: {
  of: Waiting | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Sheet open={open} title={of ? oneText`Leave for ${of.worker}` : 'Leave'} onClose={onClose}>
      {of && <Decision key={of.leave.id} {...of} open={open} onDone={onClose} />}
    </Sheet>
  );
}

function Decision({
  leave,
  workerId,
  worker,
  open,
  onDone,
}: Waiting & { open: boolean; onDone: () => void }) {
  const zone = useZone();
  const online = useOnline();
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const [visits, setVisits] = useState<'keep' | 'free'>('keep');
  const { data, error } = useQuery({ ...inLeaveQuery(workerId, leave.id), enabled: open });
  const decide = useMutation({
    mutationFn: (state: 'granted' | 'refused') =>
      teamCall('putLeave', {
        params: { id: workerId, leaveId: leave.id },
        body: {
          ...{ starts: leave.starts, ends: leave.ends, reason: leave.reason, state, answer: answer.trim() },
          seen: leave.state,
          ...(state === 'granted' && { visits }),
        },
      }),
    onSuccess: (saved, state) => {
      showWorker(client, saved);
      void client.invalidateQueries({ queryKey: teamKeyOf('readToday'), exact: true });
      toast({ title: `Leave ${state}`, description: oneText`${worker} is told.` });
      onDone();
    },
    // The worker may have taken it back, or somebody else has decided.
    onError: () => {
      void client.invalidateQueries({ queryKey: teamKeyOf('readToday'), exact: true });
      void client.invalidateQueries({ queryKey: teamKeyOf('readWorker', { id: workerId }) });
    },
  });
  const off = !online || decide.isPending;
  const isFound = data !== undefined && data.visits.length > 0;
  return (
    <div className="stack">
      <OfflineNote kept="Nothing is decided." />
      <p>
        <strong>{leaveSpan(leave, zone)}</strong>
      </p>
      {leave.reason && (
        <p className="muted" dir="auto">
          {leave.reason}
        </p>
      )}
      {!data && !error && <Skeleton cards={1} height="3.5rem" label="Reading the visits in it" />}
      {error && <p className="muted">The visits in it could not be read. They stay as they are.</p>}
      {data && <VisitsIn visits={data.visits} more={data.more} />}
      {isFound && <VisitPolicy value={visits} onChange={setVisits} />}
      <TextField
        label={oneText`A word to ${worker}`}
        hint="Needed to refuse."
        maxLength={workerLimits.note}
        dir="auto"
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      {decide.error && (
        <p className="form-notice" role="alert">
          {reasonOf(decide.error)}
        </p>
      )}
      <div className="row wrap">
        <Button
          off={off}
          busy={decide.variables === 'granted' && decide.isPending}
          onClick={() => decide.mutate('granted')}
        >
          Grant
        </Button>
        <Button kind="quiet" off={off || answer.trim() === ''} onClick={() => decide.mutate('refused')}>
          Refuse
        </Button>
      </div>
    </div>
  );
}

function VisitsIn({ visits, more }: { visits: readonly ConcernedVisit[]; more: boolean }) {
  const id = useId();
  if (visits.length === 0) return <p className="muted">No visit is booked in it.</p>;
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>
        {visits.length === 1
          ? 'A visit is booked in it'
          : `${visits.length}${more ? '+' : ''} visits are booked in it`}
      </h3>
      <VisitRows visits={visits} />
    </section>
  );
}

function VisitPolicy({
  value,
  onChange,
}: {
  value: 'keep' | 'free';
  onChange: (value: 'keep' | 'free') => void;
}) {
  const may = useMay();
  if (!may('bookings.change')) return null;
  return (
    <SelectField
      label="If you grant it, these visits"
      value={value}
      options={[
        { value: 'keep', label: 'stay until somebody else is assigned' },
        { value: 'free', label: 'are taken away and wait on Today' },
      ]}
      onChange={({ target }) => onChange(target.value === 'free' ? 'free' : 'keep')}
    />
  );
}
