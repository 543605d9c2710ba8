import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type WorkerColour, workerColours } from '../../../api/contract/rules/business/worker-terms.ts';
import type { Worker } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { May } from '../../shared/may.tsx';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import type { Parts } from './draft.ts';
import { postcodesIn } from './draft.ts';
import { PhotoField } from './photo-field.tsx';
import { showWorker } from './queries.ts';

const colourWords: Record<WorkerColour, string> = {
  pine: 'Pine',
  terra: 'Terracotta',
  amber: 'Amber',
  sky: 'Sky',
  leaf: 'Leaf',
  plum: 'Plum',
  slate: 'Slate',
  rose: 'Rose',
};

/** Name, photo, contact, colour, pace and areas. */
export function AboutFields(parts: Parts & { worker: Worker; isChanged: boolean }) {
  const { facts, change, problems, worker, isChanged } = parts;
  const text = (name: 'name' | 'phone' | 'email' | 'postcode') => ({
    name,
    dir: 'auto' as const,
    value: facts[name],
    error: problems(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <Card className="stack" aria-labelledby="worker-about">
      <h2 id="worker-about" dir="auto">
        {worker.name}
      </h2>
      <PhotoField {...parts} />
      <label className="worker-switch">
        <input
          type="checkbox"
          checked={facts.isActive}
          onChange={({ target }) => change({ isActive: target.checked })}
        />
        <span>{facts.isActive ? 'Works: gets new visits' : 'Switched off: gets no new visits'}</span>
      </label>
      <div className="worker-fields">
        <TextField label="Name" maxLength={80} {...text('name')} />
        <TextField label="Phone (optional)" type="tel" inputMode="tel" {...text('phone')} />
        <TextField
          label="E-mail (optional)"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          {...text('email')}
        />
        <TextField
          label="Postcode of the home base (optional)"
          inputMode="numeric"
          hint="Where their day begins"
          {...text('postcode')}
        />
        <TextField
          label="Pace in percent"
          type="number"
          inputMode="numeric"
          min={25}
          max={400}
          hint="Of the estimated time: 120 takes a fifth longer"
          value={Number.isNaN(facts.pace) ? '' : facts.pace}
          error={problems('pace')}
          onChange={({ target }) => change({ pace: target.valueAsNumber })}
        />
      </div>
      <fieldset className="worker-colours">
        <legend>Colour in the schedule</legend>
        {workerColours.map((colour) => (
          <label key={colour} className={`worker-colour worker-${colour}`}>
            <input
              type="radio"
              name="colour"
              className="visually-hidden"
              checked={facts.colour === colour}
              onChange={() => change({ colour })}
            />
            <span>{colourWords[colour]}</span>
          </label>
        ))}
      </fieldset>
      <Areas {...parts} />
      <Account worker={worker} isChanged={isChanged} />
    </Card>
  );
}

function Areas({ facts, change, problems }: Parts) {
  const [typed, setTyped] = useState<string>();
  // The typed text keeps its commas while it still says the same postcodes.
  const isOwn = typed !== undefined && JSON.stringify(postcodesIn(typed)) === JSON.stringify(facts.postcodes);
  return (
    <TextAreaField
      label="Postcodes where they work (optional)"
      hint="With commas between them. None: everywhere."
      rows={2}
      name="postcodes"
      value={isOwn ? typed : facts.postcodes.join(', ')}
      error={problems('postcodes')}
      onChange={({ target }) => {
        setTyped(target.value);
        change({ postcodes: postcodesIn(target.value) });
      }}
    />
  );
}

/** By which account the worker signs in, and the invitation to it. */
function Account({ worker, isChanged }: { worker: Worker; isChanged: boolean }) {
  const client = useQueryClient();
  const online = useOnline();
  const invite = useMutation({
    mutationFn: () => teamCall('inviteWorker', { params: { id: worker.id } }),
    onSuccess: (saved) => {
      showWorker(client, saved);
      toast({ title: saved.account === 'linked' ? 'Linked' : 'Invited' });
    },
  });
  const ask = async () => {
    const sure = await confirmFirst({
      title: oneText`Invite ${worker.name} to sign in?`,
      text: oneText`${worker.email} gets the role worker, and sees their own visits.`,
      yes: 'Invite',
    });
    if (sure) invite.mutate();
  };
  if (worker.account === 'linked') return <p className="muted">Signs in to see their own visits.</p>;
  return (
    <May do="roles.give">
      <div className="stack">
        <p className="muted">
          {worker.account === 'invited'
            ? 'Invited to sign in. The invitation stands among the members of the team.'
            : 'Does not sign in yet. With an e-mail address you can invite them to see their own visits.'}
        </p>
        {worker.account === 'none' && (
          <div className="row wrap">
            <Button
              size="small"
              kind="quiet"
              busy={invite.isPending}
              off={!online || !worker.email || isChanged}
              onClick={() => void ask()}
            >
              Invite to Sign In
            </Button>
          </div>
        )}
        {invite.error && (
          <p className="notice error" role="alert">
            {reasonOf(invite.error)}
          </p>
        )}
      </div>
    </May>
  );
}
