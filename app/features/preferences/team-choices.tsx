import './team-choices.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { TeamNewsKind } from '../../../api/contract/access/team-news.ts';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { placeOf } from '../../../api/contract/rules/place.ts';
import type { TeamChoices, TeamChoicesForm } from '../../../api/contract/schemas/team.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { onBackOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { NoticeChoice, WayNames } from './notice-choice.tsx';
import { NotSaved } from './save-state.tsx';

const words: Record<TeamNewsKind, { label: string; pushLabel: string; hint: string }> = {
  request: {
    label: 'New requests',
    pushLabel: 'Push new requests',
    hint: 'A customer asks for something beyond the catalogue',
  },
  booking: {
    label: 'New bookings',
    pushLabel: 'Push new bookings',
    hint: 'Those of five minutes come together',
  },
  late_cancellation: {
    label: 'Late cancellations',
    pushLabel: 'Push late cancellations',
    hint: 'A visit within the next 24 hours is called off',
  },
  chat_waiting: {
    label: 'Waiting in the live chat',
    pushLabel: 'Push waiting customers',
    hint: 'A customer has no answer for more than 2 minutes',
  },
  dispute: {
    label: 'Disputes',
    pushLabel: 'Push disputes',
    hint: 'A bank asks about a payment; also in quiet hours',
  },
  failed_job: {
    label: 'What needs a person',
    pushLabel: 'Push what needs a person',
    hint: 'A refund or another job has given up; also in quiet hours',
  },
  leave: {
    label: 'Requests for leave',
    pushLabel: 'Push requests for leave',
    hint: 'A worker asks for leave',
  },
  leave_answer: {
    label: 'Answers about your leave',
    pushLabel: 'Push answers about your leave',
    hint: 'The team granted or refused leave',
  },
};

/** The server may be of a later release than this tab, with kinds that have no words here. */
const isKnown = (kind: TeamNewsKind): boolean => Object.hasOwn(words, kind);

const firstQuiet = { from: '21:00', until: '07:00' };

const query = () => ({ queryKey: teamKeyOf('readTeamChoices') });

/** What a member of the team is told of, by mail and by push, and their quiet hours. */
export default function TeamChoicesCard() {
  const shown = useShown();
  const { data, error, refetch } = useQuery<Answer<'readTeamChoices'>>({ ...query(), enabled: shown });
  if (data) return data.offered.length > 0 ? <Choices saved={data} /> : null;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton cards={1} label="Loading what you are told of" />;
}

/** Saves each choice at once; one that cannot be saved stays on the screen and is tried again. */
function useSave() {
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState<TeamChoicesForm>({});
  const save = useMutation({
    scope: { id: 'team-choices' },
    mutationFn: (body: TeamChoicesForm) => teamCall('saveTeamChoices', { body }),
    onSuccess: async (saved, sent) => {
      // A read that began before the save would restore the old choices.
      await client.cancelQueries(query());
      client.setQueryData(query().queryKey, saved);
      setUnsaved((kept) => {
        const left = Object.entries(kept).filter(
          ([name, value]) => sent[name as keyof TeamChoicesForm] !== value,
        );
        return Object.fromEntries(left);
      });
    },
  });
  const { isError, mutate } = save;
  useEffect(() => (isError ? onBackOnline(() => mutate(unsaved)) : undefined), [isError, mutate, unsaved]);
  const choose = (change: TeamChoicesForm) => {
    const next = { ...unsaved, ...change };
    setUnsaved(next);
    mutate(next);
  };
  return { unsaved, choose, error: save.error, busy: save.isPending, again: () => mutate(unsaved) };
}

function Choices({ saved }: { saved: TeamChoices }) {
  const { unsaved, choose, error, busy, again } = useSave();
  const { mail, push } = { ...saved, ...unsaved };
  const quiet = unsaved.quiet === undefined ? saved.quiet : unsaved.quiet;
  const switched = (kinds: readonly TeamNewsKind[], kind: TeamNewsKind, on: boolean) =>
    on ? [...kinds, kind] : kinds.filter((one) => one !== kind);
  return (
    <Card>
      <fieldset className="notice-choices">
        <legend>For the team</legend>
        <p className="muted">What you are told of as a member of the team.</p>
        <WayNames />
        {saved.offered.filter(isKnown).map((kind) => (
          <NoticeChoice
            key={kind}
            label={words[kind].label}
            hint={words[kind].hint}
            held={false}
            mail={{
              checked: (mail ?? []).includes(kind),
              onChange: (on) => choose({ mail: switched(mail ?? [], kind, on) }),
            }}
            push={{
              label: words[kind].pushLabel,
              checked: (push ?? []).includes(kind),
              onChange: (on) => choose({ push: switched(push ?? [], kind, on) }),
            }}
          />
        ))}
        <Quiet quiet={quiet} onChoose={(next) => choose({ quiet: next })} />
      </fieldset>
      {error && !busy && !(error instanceof ApiError && error.status === 401) && (
        <>
          <NotSaved text={failureOf(error)} />
          <Button kind="quiet" onClick={again}>
            Try again
          </Button>
        </>
      )}
    </Card>
  );
}

const failureOf = (error: Error): string =>
  error instanceof NetworkError
    ? 'Not saved yet: the network did not answer. It is tried again when it is back.'
    : 'Not saved: something went wrong on our side.';

/** The hours in which nothing is sent that can wait. */
function Quiet({
  quiet,
  onChoose,
}: {
  quiet: TeamChoices['quiet'];
  onChoose: (quiet: TeamChoices['quiet']) => void;
}) {
  const id = useId();
  const place = placeOf(useZone());
  // A time that is being typed is empty for a moment, and is not sent.
  const [typed, setTyped] = useState<{ from?: string; until?: string }>({});
  const [last, setLast] = useState(quiet ?? firstQuiet);
  const type = (change: { from?: string; until?: string }) => {
    const next = { ...(quiet ?? last), ...typed, ...change };
    setTyped({ ...typed, ...change });
    if (!next.from || !next.until) return;
    setTyped({});
    onChoose(next);
  };
  const field = (name: 'from' | 'until', label: string) => {
    const value = typed[name] ?? quiet?.[name] ?? '';
    return (
      <TextField
        type="time"
        label={label}
        value={value}
        error={value ? undefined : 'Please enter a time'}
        onChange={(event) => type({ [name]: event.target.value })}
      />
    );
  };
  return (
    <div className="quiet-hours">
      <div className="notice-choice">
        <div className="notice-words">
          <label htmlFor={id}>
            <span>Quiet hours</span>
          </label>
          <p id={`${id}-hint`} className="muted">
            {oneText`What can wait comes when they end, by ${place} time`}
          </p>
        </div>
        <input
          id={id}
          type="checkbox"
          className="switch"
          checked={quiet !== null}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            if (quiet) setLast(quiet);
            onChoose(event.target.checked ? last : null);
          }}
        />
      </div>
      {quiet && (
        <div className="quiet-times">
          {field('from', 'From')}
          {field('until', 'Until')}
        </div>
      )}
    </div>
  );
}
