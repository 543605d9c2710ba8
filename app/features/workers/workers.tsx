import '../../ui/lists/ruled.css';
import './workers.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutline, arrowBackOutline } from 'ionicons/icons';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { WorkerSummary } from '../../../api/contract/schemas/settings/workers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayMonth, formatTime } from '../../lib/time/dates.ts';
import { teamCall } from '../../shared/team-api.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { weekWords } from './draft.ts';
import { showWorker, workersQuery } from './queries.ts';

const WorkerForm = lazy(() => import('./worker-form.tsx'));
const ServiceTimes = lazy(() => import('./service-times.tsx'));

const page = `${hrefs.adminSettings}/workers`;
/** The address of one worker. */
const addressOf = (id: string) => `${page}?worker=${id}`;

/** The people who do the work: their list, or one of them, whom the address names. */
export default function Workers({ shown }: { shown: boolean }) {
  const id = useOwnQuery(page).get('worker');
  if (!id) return <WorkerList shown={shown} />;
  return (
    <div className="stack roomy">
      <div className="row">
        <ButtonLink size="small" kind="plain" icon={arrowBackOutline} href={page}>
          All Workers
        </ButtonLink>
      </div>
      <Suspense fallback={<Skeleton cards={3} height="12rem" label="Reading the worker" />}>
        <WorkerForm key={id} id={id} shown={shown} />
      </Suspense>
    </div>
  );
}

function WorkerList({ shown }: { shown: boolean }) {
  const online = useOnline();
  const { data, error, refetch } = useQuery({ ...workersQuery(), enabled: shown });
  const [sheet, setSheet] = useState({ open: false, times: 0 });
  const add = () => setSheet(({ times }) => ({ open: true, times: times + 1 }));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={4} height="4.5rem" label="Reading the workers" />
    );
  return (
    <div className="stack roomy">
      {!online && (
        <Note role="status">You are offline. Workers can be read; changing them needs the network.</Note>
      )}
      {data.length === 0 ? (
        <EmptyState
          drawing="search"
          title="No workers yet"
          text="Add the people who visit your customers, with what they do and when they work. Then bookings can be given to them."
          action={
            <Button off={!online} icon={addOutline} onClick={add}>
              Add a Worker
            </Button>
          }
        />
      ) : (
        <>
          <div className="row wrap workers-head">
            <p className="muted grow">{countWords(data)}</p>
            <Button size="small" icon={addOutline} off={!online} onClick={add}>
              Add a Worker
            </Button>
          </div>
          <ul className="ruled worker-lines">
            {data.map((worker) => (
              <WorkerLine key={worker.id} worker={worker} />
            ))}
          </ul>
        </>
      )}
      {data.length > 0 && <TimesPart shown={shown} />}
      <AddSheet
        key={sheet.times}
        open={sheet.open}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
      />
    </div>
  );
}

/** What each service needs of its times, folded until it is wanted. */
function TimesPart({ shown }: { shown: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack" aria-labelledby="service-times">
      <div className="row spread">
        <h2 id="service-times">Times of the services</h2>
        <Button size="small" kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      <p className="muted">Arrival windows, time kept free after the work, and people at once.</p>
      {isOpen && (
        <Suspense fallback={<Skeleton cards={3} height="3.5rem" label="Reading the times of the services" />}>
          <ServiceTimes shown={shown} />
        </Suspense>
      )}
    </section>
  );
}

const countWords = (workers: readonly WorkerSummary[]): string => {
  const on = workers.filter(({ isActive }) => isActive).length;
  const off = workers.length - on;
  return `${on === 1 ? '1 works' : `${on} work`} with you${off ? `, ${off} switched off` : ''}`;
};

function WorkerLine({ worker }: { worker: WorkerSummary }) {
  const zone = useZone();
  const { onLeaveUntil, leaveToDecide, licencesToRenew } = worker;
  const until =
    onLeaveUntil &&
    (onLeaveUntil.length > 10
      ? formatTime(onLeaveUntil, zone)
      : formatDayMonth(`${onLeaveUntil}T12:00:00.000Z`, 'UTC'));
  const marks = [
    !worker.isActive && 'Switched off',
    until && `On leave until ${until}`,
    leaveToDecide > 0 && (leaveToDecide === 1 ? 'Asks for leave' : `Asks for leave ${leaveToDecide} times`),
    licencesToRenew > 0 && (licencesToRenew === 1 ? 'A licence ends' : `${licencesToRenew} licences end`),
    worker.isActive && worker.skills === 0 && 'No skills yet',
    worker.isActive && worker.weeklyMinutes === 0 && !until && 'No hours yet',
  ].filter((one) => one !== false && one !== null);
  const area =
    worker.postcodes === 0
      ? 'everywhere'
      : worker.postcodes === 1
        ? '1 postcode'
        : `${worker.postcodes} postcodes`;
  return (
    <li>
      <Link className={worker.isActive ? 'worker-line' : 'worker-line off'} to={addressOf(worker.id)}>
        <WorkerFace {...worker} />
        <span className="grow worker-line-about">
          <strong dir="auto">{worker.name}</strong>
          <span className="muted">{`${weekWords(worker.weeklyMinutes)} · ${area}`}</span>
        </span>
        {marks.length > 0 && (
          <span className="worker-marks">
            {marks.map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Adds a worker by name alone; the rest is said on the worker's own page, which opens next. */
function AddSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const [name, setName] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: () => teamCall('putWorker', { params: { id }, body: { name, version: null } }),
    onSuccess: (worker) => {
      showWorker(client, worker);
      onClose();
      void navigate(addressOf(worker.id));
    },
  });
  const fields = add.error && 'fields' in add.error ? (add.error.fields as Record<string, string>) : {};
  return (
    <Sheet open={open} title="Add a Worker" onClose={onClose}>
      <Form
        className="stack"
        onSubmit={() => {
          if (online && !add.isPending) add.mutate();
        }}
      >
        <TextField
          label="Name"
          hint="As customers may see it, for example the first name"
          dir="auto"
          maxLength={80}
          value={name}
          error={fields.name}
          onChange={({ target }) => setName(target.value)}
        />
        <OfflineNote kept="The name stays here." />
        {add.error && !fields.name && (
          <p className="notice error" role="alert">
            {reasonOf(add.error)}
          </p>
        )}
        <div className="sheet-actions">
          <Button type="submit" busy={add.isPending} off={!online}>
            Add
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
