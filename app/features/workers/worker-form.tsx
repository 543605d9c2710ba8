import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Worker, WorkerForm as WorkerBody } from '../../../api/contract/schemas/settings/workers.ts';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { AboutFields } from './about-fields.tsx';
import { ConcernedCard } from './concerned-card.tsx';
import { changesOf, type Draft, type Parts, problemOf } from './draft.ts';
import { DayFields, HoursFields } from './hours-fields.tsx';
import { LeaveCard } from './leave-card.tsx';
import { LicenceFields } from './licence-fields.tsx';
import { showWorker, workerQuery } from './queries.ts';
import { SkillFields } from './skill-fields.tsx';

/** One worker: who they are, what they do, where and when. */
export default function WorkerForm({ id, shown }: { id: string; shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...workerQuery(id), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="12rem" label="Reading the worker" />
    );
  return <Fields worker={data} shown={shown} />;
}

function Fields({ worker, shown }: { worker: Worker; shown: boolean }) {
  const client = useQueryClient();
  const online = useOnline();
  const [draft, setDraft] = useState<Draft>({});
  const changes = changesOf(draft, worker);
  const isChanged = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: (body: WorkerBody) => teamCall('putWorker', { params: { id: worker.id }, body }),
    onSuccess: (saved) => {
      showWorker(client, saved);
      setDraft({});
      toast({ title: 'Saved' });
    },
    // What somebody else has changed meanwhile is shown, with the draft over it.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict')
        void client.invalidateQueries({ queryKey: workerQuery(worker.id).queryKey, exact: true });
    },
  });
  const { error } = save;
  const isNamed = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const parts: Parts = {
    facts: { ...worker, ...draft },
    change: (given) => setDraft((now) => ({ ...now, ...given })),
    problems: (name) => problemOf(error, name),
  };
  return (
    <Form
      className="stack roomy worker-form"
      onSubmit={() => {
        if (isChanged && online && !save.isPending) save.mutate({ ...changes, version: worker.version });
      }}
    >
      <ConcernedCard id={worker.id} shown={shown} />
      <AboutFields {...parts} worker={worker} isChanged={isChanged} />
      <SkillFields {...parts} />
      <HoursFields {...parts} />
      <DayFields {...parts} />
      <LeaveCard worker={worker} />
      <LicenceFields {...parts} />
      <div className={isChanged ? 'worker-save' : 'worker-save calm'}>
        {isChanged && <OfflineNote kept="What you changed stays here." />}
        {error && !isNamed && (
          <p role="alert" className="form-notice">
            {reasonOf(error)}
          </p>
        )}
        {isChanged && (
          <div className="row wrap">
            <Button type="submit" kind="accent" busy={save.isPending} off={!online}>
              {save.isPending ? 'Saving…' : 'Save'}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                setDraft({});
                save.reset();
              }}
            >
              Discard Changes
            </Button>
          </div>
        )}
      </div>
    </Form>
  );
}
