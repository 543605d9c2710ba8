import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeaveForm, Worker, WorkerLeave } from '../../../api/contract/schemas/settings/workers.ts';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { fromLocalInput } from '../../lib/time/dates.ts';
import { teamCall } from '../../shared/team-api.ts';
import { leaveSpan, leaveStates } from '../../shared/workers/leave-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { LeaveSheet } from './leave-sheet.tsx';
import { showWorker } from './queries.ts';

/** Leave to come: entered, granted, refused and taken away at once, apart from the other changes of the page. */
export function LeaveCard({ worker }: { worker: Worker }) {
  const client = useQueryClient();
  const put = useMutation({
    mutationFn: ({ leaveId, body }: { leaveId: string; body: LeaveForm }) =>
      teamCall('putLeave', { params: { id: worker.id, leaveId }, body }),
    onSuccess: (saved) => showWorker(client, saved),
  });
  const drop = useMutation({
    mutationFn: (leaveId: string) => teamCall('dropLeave', { params: { id: worker.id, leaveId } }),
    onSuccess: (saved) => showWorker(client, saved),
  });
  const [deciding, setDeciding] = useState<{ leave: WorkerLeave; open: boolean }>();
  const isBusy = put.isPending || drop.isPending;
  const error = put.error ?? drop.error;
  return (
    <Card className="stack" aria-labelledby="worker-leave">
      <h2 id="worker-leave">Leave</h2>
      {worker.leave.length === 0 && <p className="muted">None to come.</p>}
      <ul className="worker-rows">
        {worker.leave.map((leave) => (
          <LeaveLine
            key={leave.id}
            leave={leave}
            isBusy={isBusy}
            onDecide={() => setDeciding({ leave, open: true })}
            onDrop={() => drop.mutate(leave.id)}
          />
        ))}
      </ul>
      <NewLeave
        isBusy={isBusy}
        error={put.error}
        onAdd={(leaveId, body, done) => put.mutate({ leaveId, body }, { onSuccess: done })}
      />
      <LeaveSheet
        of={deciding && { leave: deciding.leave, workerId: worker.id, worker: worker.name }}
        open={deciding?.open === true}
        onClose={() => setDeciding((now) => now && { ...now, open: false })}
      />
      {error && !(error instanceof ApiError && Object.keys(error.fields).length > 0) && (
        <p className="form-notice" role="alert">
          {reasonOf(error)}
        </p>
      )}
    </Card>
  );
}

function LeaveLine({
  leave,
  isBusy,
  onDecide,
  onDrop,
}: {
  leave: WorkerLeave;
  isBusy: boolean;
  onDecide: () => void;
  onDrop: () => void;
}) {
  const online = useOnline();
  const zone = useZone();
  const span = leaveSpan(leave, zone);
  const off = !online || isBusy;
  return (
    <li>
      <span className="grow">
        <span>{`${span}, ${leaveStates[leave.state]}`}</span>
        {leave.answer && (
          <>
            <br />
            <span className="muted" dir="auto">
              {leave.answer}
            </span>
          </>
        )}
        {leave.reason && (
          <>
            <br />
            <span className="muted" dir="auto">
              {leave.reason}
            </span>
          </>
        )}
      </span>
      <span className="row wrap">
        {leave.state !== 'granted' && (
          <Button size="small" off={off} aria-label={`Decide ${span}`} onClick={onDecide}>
            Decide
          </Button>
        )}
        {leave.state !== 'asked' && (
          <Button size="small" kind="plain" off={off} aria-label={`Take away ${span}`} onClick={onDrop}>
            Take Away
          </Button>
        )}
      </span>
    </li>
  );
}

const nothing = { starts: '', ends: '', reason: '' };

function NewLeave({
  isBusy,
  error,
  onAdd,
}: {
  isBusy: boolean;
  error: unknown;
  onAdd: (id: string, body: LeaveForm, done: () => void) => void;
}) {
  const online = useOnline();
  const zone = useZone();
  const [isWhole, setWhole] = useState(true);
  const [typed, setTyped] = useState(nothing);
  const [id, setId] = useState(() => crypto.randomUUID());
  const fields = error instanceof ApiError ? error.fields : {};
  const instantOf = (value: string) => (isWhole ? value : fromLocalInput(value, zone));
  const add = () =>
    onAdd(
      id,
      {
        starts: instantOf(typed.starts),
        ends: instantOf(typed.ends || typed.starts),
        ...{ reason: typed.reason, state: 'granted' },
      },
      () => {
        setTyped(nothing);
        setId(crypto.randomUUID());
      },
    );
  const type = isWhole ? 'date' : 'datetime-local';
  return (
    <>
      <div className="worker-fields">
        <SelectField
          label="New leave"
          value={isWhole ? 'days' : 'times'}
          options={[
            { value: 'days', label: 'Whole days' },
            { value: 'times', label: 'Part of a day' },
          ]}
          onChange={({ target }) => {
            setWhole(target.value === 'days');
            setTyped({ ...nothing, reason: typed.reason });
          }}
        />
        <TextField
          label={isWhole ? 'First day' : 'Begins'}
          type={type}
          value={typed.starts}
          error={fields.starts}
          onChange={({ target }) => setTyped({ ...typed, starts: target.value })}
        />
        <TextField
          label={isWhole ? 'Last day' : 'Ends'}
          type={type}
          value={typed.ends}
          error={fields.ends}
          onChange={({ target }) => setTyped({ ...typed, ends: target.value })}
        />
        <TextField
          label="Reason (optional)"
          maxLength={200}
          dir="auto"
          value={typed.reason}
          onChange={({ target }) => setTyped({ ...typed, reason: target.value })}
        />
      </div>
      <div className="row wrap">
        <Button
          size="small"
          kind="quiet"
          busy={isBusy}
          off={!online || !typed.starts || (!isWhole && !typed.ends)}
          onClick={add}
        >
          Enter Leave
        </Button>
      </div>
    </>
  );
}
