import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { workerLimits } from '../../../api/contract/rules/business/worker-terms.ts';
import type { LeaveRequest, WorkerLeave } from '../../../api/contract/schemas/settings/workers.ts';
import { ApiError } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { leaveSpan } from '../../shared/workers/leave-words.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toasts/toast.tsx';

export const ownLeaveQuery = () =>
  queryOptions<Answer<'readOwnLeave'>>({ queryKey: teamKeyOf('readOwnLeave') });

/** The worker's own leave, with the team's answers; asked for and taken back here. */
export function OwnLeave({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...ownLeaveQuery(), enabled: shown });
  const [sheet, setSheet] = useState({ open: false, times: 0 });
  return (
    <section className="stack" aria-labelledby="own-leave">
      <div className="row spread">
        <h2 id="own-leave" className="own-week-day">
          Leave
        </h2>
        <Button
          size="small"
          kind="quiet"
          onClick={() => setSheet(({ times }) => ({ open: true, times: times + 1 }))}
        >
          Ask for Leave
        </Button>
      </div>
      {data ? (
        data.leave.length === 0 ? (
          <p className="muted">None to come.</p>
        ) : (
          <ul className="ruled">
            {data.leave.map((leave) => (
              <LeaveRow key={leave.id} leave={leave} />
            ))}
          </ul>
        )
      ) : (
        error && (
          <p className="row wrap">
            <span className="muted">Your leave could not be read.</span>
            <Button size="small" kind="plain" onClick={() => void refetch()}>
              Try Again
            </Button>
          </p>
        )
      )}
      <AskSheet
        key={sheet.times}
        open={sheet.open}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
      />
    </section>
  );
}

function LeaveRow({ leave }: { leave: WorkerLeave }) {
  const zone = useZone();
  const online = useOnline();
  const client = useQueryClient();
  const drop = useMutation({
    mutationFn: () => teamCall('takeBackLeave', { params: { id: leave.id } }),
    onSuccess: (saved) => client.setQueryData(ownLeaveQuery().queryKey, saved),
    onError: (error) => toast({ title: 'Not taken back', description: reasonOf(error) }),
  });
  const span = leaveSpan(leave, zone);
  const takeBack = async () => {
    const yes = await confirmFirst({
      title: `Take back your leave of ${span}?`,
      text: leave.state === 'granted' ? 'You can be given visits then.' : 'The team is no longer asked.',
      yes: 'Take Back',
      no: 'Keep It',
    });
    if (yes) drop.mutate();
  };
  return (
    <li className="own-visit">
      <span className="grow">
        <strong>{span}</strong>
        <br />
        <span className="muted">{oneText`${stateWords[leave.state]}${leave.answer && `: ${leave.answer}`}`}</span>
        {leave.reason && (
          <>
            <br />
            <span className="muted" dir="auto">
              {leave.reason}
            </span>
          </>
        )}
      </span>
      {leave.byWorker && leave.state !== 'refused' && (
        <Button
          size="small"
          kind="plain"
          off={!online}
          busy={drop.isPending}
          aria-label={`Take back ${span}`}
          onClick={() => void takeBack()}
        >
          Take Back
        </Button>
      )}
    </li>
  );
}

const stateWords = {
  asked: 'Asked for, not answered yet',
  granted: 'Granted',
  refused: 'Refused',
} as const;

function AskSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const online = useOnline();
  const client = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState({ starts: '', ends: '', reason: '' });
  const [isTried, setTried] = useState(false);
  const ask = useMutation({
    mutationFn: (body: LeaveRequest) => teamCall('askForLeave', { params: { id }, body }),
    onSuccess: (saved) => {
      client.setQueryData(ownLeaveQuery().queryKey, saved);
      toast({ title: 'The team is asked', description: 'You are told once they have answered.' });
      onClose();
    },
  });
  const { error } = ask;
  const fields: Record<string, string> = error instanceof ApiError ? error.fields : {};
  const missing = isTried && !typed.starts ? 'Please choose the first day' : undefined;
  const change = (given: Partial<typeof typed>) => {
    setTyped({ ...typed, ...given });
    ask.reset();
  };
  const submit = () => {
    setTried(true);
    if (!typed.starts || !online || ask.isPending) return;
    ask.mutate({ ...typed, ends: typed.ends || typed.starts });
  };
  return (
    <Sheet open={open} title="Ask for Leave" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <OfflineNote kept="What you typed stays here." />
        {error && Object.keys(fields).length === 0 && (
          <p className="form-notice" role="alert">
            {reasonOf(error)}
          </p>
        )}
        <TextField
          label="First day"
          type="date"
          value={typed.starts}
          error={missing ?? fields.starts}
          onChange={({ target }) => change({ starts: target.value })}
        />
        <TextField
          label="Last day"
          hint="Left empty: the same day."
          type="date"
          min={typed.starts}
          value={typed.ends}
          error={fields.ends}
          onChange={({ target }) => change({ ends: target.value })}
        />
        <TextField
          label="Note (optional)"
          maxLength={workerLimits.note}
          dir="auto"
          value={typed.reason}
          error={fields.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Button type="submit" busy={ask.isPending} off={!online}>
          Ask the Team
        </Button>
      </Form>
    </Sheet>
  );
}
