import '../../ui/lists/ruled.css';
import './assign.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  AssignmentForm,
  Candidate,
  Candidates,
} from '../../../api/contract/schemas/settings/workers.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { AssignSeveral } from './assign-several.tsx';
import { candidatesQuery } from './queries.ts';

/** Who comes to a booking, for the team; nothing while the business has no workers. */
export function AssignCard({ bookingId, shown }: { bookingId: string; shown: boolean }) {
  const may = useMay();
  const { data, error, refetch } = useQuery({ ...candidatesQuery(bookingId), enabled: shown });
  const [isOpen, setOpen] = useState(false);
  if (!data && !error) return <Skeleton cards={1} height="5rem" label="Reading who comes" />;
  if (data && data.assigned.length === 0 && data.candidates.length === 0) return null;
  const mayAssign =
    may('bookings.change') && Boolean(data && data.candidates.length + data.assigned.length > 0);
  return (
    <Card className="stack" aria-labelledby="assign-head">
      <h2 id="assign-head">Who comes</h2>
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        data?.assigned.map((worker) => (
          <p key={worker.id} className="assign-face">
            <WorkerFace {...worker} size={36} />
            <span>
              <strong dir="auto">{worker.name}</strong>
              {worker.problem && <span className="assign-why">{worker.problem}</span>}
            </span>
          </p>
        ))
      )}
      {data?.assigned.length === 0 && <p className="muted">Nobody yet.</p>}
      {mayAssign && (
        <div className="row wrap">
          <Button
            size="small"
            {...(data?.assigned.length && { kind: 'quiet' as const })}
            onClick={() => setOpen(true)}
          >
            {data?.assigned.length ? 'Assign Somebody Else' : 'Assign'}
          </Button>
        </div>
      )}
      <AssignSheet bookingId={bookingId} open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** The candidates for a booking, each with the reason; a tap assigns. */
export function AssignSheet({
  bookingId,
  open,
  onClose,
}: {
  bookingId: string;
  open: boolean;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery({
    ...candidatesQuery(bookingId),
    enabled: open && bookingId !== '',
  });
  return (
    <Sheet open={open} title="Who Comes?" onClose={onClose}>
      <div className="stack">
        <OfflineNote kept="Nothing is changed." />
        {data ? (
          <CandidateList bookingId={bookingId} data={data} onDone={onClose} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton cards={4} height="3.5rem" label="Reading the workers" />
        )}
      </div>
    </Sheet>
  );
}

function CandidateList({
  bookingId,
  data,
  onDone,
}: {
  bookingId: string;
  data: Candidates;
  onDone: () => void;
}) {
  const { assigned, candidates } = data;
  const client = useQueryClient();
  const online = useOnline();
  const assign = useMutation({
    mutationFn: (body: AssignmentForm) => teamCall('assignWorker', { params: { id: bookingId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(candidatesQuery(bookingId).queryKey, saved);
      void client.invalidateQueries({ queryKey: teamKeyOf('readToday'), exact: true });
      const names = saved.assigned.map(({ name }) => name).join(' and ');
      const verb = saved.assigned.length > 1 ? 'come' : 'comes';
      toast({ title: names ? oneText`${names} ${verb}` : 'Nobody comes any more' });
      onDone();
    },
    // Somebody else may have taken the time meanwhile; the list then says so.
    onError: () =>
      void client.invalidateQueries({ queryKey: candidatesQuery(bookingId).queryKey, exact: true }),
  });
  const off = !online || assign.isPending;
  return (
    <>
      {assign.error && (
        <p className="notice error" role="alert">
          {reasonOf(assign.error)}
        </p>
      )}
      {data.needed > 1 ? (
        <AssignSeveral data={data} off={off} onAssign={assign.mutate} />
      ) : (
        <ul className="ruled">
          {candidates.map((one) => (
            <CandidateRow
              key={one.id}
              candidate={one}
              off={off}
              onAssign={(anyway) => assign.mutate({ workerId: one.id, ...(anyway && { anyway }) })}
            />
          ))}
        </ul>
      )}
      {assigned.length > 0 && (
        <div className="row wrap assign-none">
          <Button kind="plain" size="small" off={off} onClick={() => assign.mutate({ workerId: null })}>
            {oneText`Take It from ${assigned.map(({ name }) => name).join(' and ')}`}
          </Button>
        </div>
      )}
    </>
  );
}

function CandidateRow({
  candidate,
  off,
  onAssign,
}: {
  candidate: Candidate;
  off: boolean;
  onAssign: (anyway?: string) => void;
}) {
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const { name, isFree } = candidate;
  return (
    <li className={isFree ? 'assign-row' : 'assign-row against'}>
      <div className="assign-line">
        <WorkerFace {...candidate} size={40} />
        <span className="grow">
          <strong dir="auto">{name}</strong>
          <span className="assign-why muted">{candidate.reason}</span>
        </span>
        {isFree ? (
          <Button size="small" off={off} aria-label={oneText`Assign ${name}`} onClick={() => onAssign()}>
            Assign
          </Button>
        ) : (
          may('business.change') &&
          !isAsked && (
            <Button
              size="small"
              kind="plain"
              off={off}
              aria-label={oneText`Assign ${name} anyway`}
              onClick={() => setAsked(true)}
            >
              Anyway…
            </Button>
          )
        )}
      </div>
      {isAsked && (
        <Form
          className="assign-reason"
          onSubmit={() => {
            if (reason.trim() && !off) onAssign(reason.trim());
          }}
        >
          <TextField
            label="The reason, for the log"
            maxLength={200}
            dir="auto"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" size="small" off={off || !reason.trim()}>
            Assign Anyway
          </Button>
        </Form>
      )}
    </li>
  );
}
