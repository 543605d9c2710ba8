import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../../api/contract/schemas/team.ts';
import { ApiError, call } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { copyText } from '../../shared/copy.ts';
import { giveable } from '../../shared/roles/giveable.ts';
import { rolesQuery } from '../../shared/roles/queries.ts';
import { RoleMeans } from '../../shared/roles/role-means.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useKeptFields } from './drafts.ts';
import { invitationsQuery, readTeamAgain } from './queries.ts';

/** The open invitations, and the form that makes one. */
export function Invitations({ shown }: { shown: boolean }) {
  const online = useOnline();
  const [sheet, setSheet] = useState({ open: false, times: 0 });
  const { data, error, refetch } = useQuery({ ...invitationsQuery(), enabled: shown });
  const { user } = useUser();
  const roles = useQuery({ ...rolesQuery(), enabled: shown });
  const mine = giveable(roles.data ?? [], user).map(({ id }) => id);
  return (
    <Card className="stack" aria-labelledby="team-invitations">
      <h2 id="team-invitations">Invitations</h2>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton cards={1} height="3rem" label="Reading the invitations" />
        )
      ) : data.length === 0 ? (
        <p className="muted">Nobody is invited at present.</p>
      ) : (
        <ul className="team-list">
          {data.map((invitation) => (
            <Line key={invitation.id} invitation={invitation} isMine={mine.includes(invitation.role.id)} />
          ))}
        </ul>
      )}
      <div className="row wrap">
        <Button
          size="small"
          off={!online}
          onClick={() => setSheet(({ times }) => ({ open: true, times: times + 1 }))}
        >
          Invite Somebody
        </Button>
      </div>
      {!online && <p className="muted">You can invite somebody when the network is back.</p>}
      <InviteSheet
        key={sheet.times}
        open={sheet.open}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
      />
    </Card>
  );
}

const letters = {
  waiting: 'its letter is being sent',
  sent: 'its letter was sent',
  failed: 'its letter was refused: please send the link yourself',
  none: 'no letters are sent here: please send the link yourself',
} as const;

/** @param isMine whether the person may give its role, and so take it back */
function Line({ invitation, isMine }: { invitation: Invitation; isMine: boolean }) {
  const { id, email, role, expiresAt, letter, link } = invitation;
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  const revoke = useMutation({
    mutationFn: () => call('revokeInvitation', { params: { id } }),
    onSuccess: () => toast({ title: 'Invitation taken back' }),
    onError: (error) =>
      toast({ title: 'That was not done', description: reasonOf(error), style: 'destructive' }),
    onSettled: () => readTeamAgain(client),
  });
  const ask = async () => {
    const sure = await confirmFirst({
      title: 'Take this invitation back?',
      text: oneText`${email} can no longer join with it.`,
      yes: 'Take Back',
      danger: true,
    });
    if (sure) revoke.mutate();
  };
  const copyLink = async () =>
    (await copyText(link))
      ? toast({ title: 'Link copied', description: 'It works for the invited address alone.' })
      : toast({ title: 'The link could not be copied', description: link, style: 'destructive' });
  return (
    <li>
      <span className="grow">
        <strong dir="auto">{email}</strong>
        <br />
        <span className="muted">
          {oneText`${role.name} · until ${formatDayMonth(expiresAt, zone)} · ${letters[letter]}`}
        </span>
      </span>
      <span className="row wrap">
        <Button
          size="small"
          kind="quiet"
          aria-label={oneText`Copy Link for ${email}`}
          onClick={() => void copyLink()}
        >
          Copy Link
        </Button>
        {isMine && (
          <Button
            size="small"
            kind="quiet"
            off={!online}
            busy={revoke.isPending}
            aria-label={oneText`Take Back the invitation of ${email}`}
            onClick={() => void ask()}
          >
            Take Back
          </Button>
        )}
      </span>
    </li>
  );
}

function InviteSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { user } = useUser();
  const roles = useQuery({ ...rolesQuery(), enabled: open });
  const { fields: typed, change, forget } = useKeptFields('invitation', { email: '', role: '' });
  const invite = useMutation({
    mutationFn: (body: { email: string; role: string }) => call('invite', { body }),
    onSuccess: (invitation) => {
      forget();
      toast({ title: 'Invited', description: oneText`${invitation.email}: ${invitation.role.name}` });
      onClose();
    },
    onSettled: () => readTeamAgain(client),
  });
  const options = giveable(roles.data ?? [], user).filter(({ id }) => id !== 'administrator');
  const administrator = giveable(roles.data ?? [], user).filter(({ id }) => id === 'administrator');
  const all = [...options, ...administrator];
  const role = all.find(({ id }) => id === typed.role) ?? all[0];
  const fields = invite.error instanceof ApiError ? invite.error.fields : {};
  const submit = () => {
    if (role && !invite.isPending) invite.mutate({ email: typed.email, role: role.id });
  };
  return (
    <Sheet open={open} title="Invite to the Team" onClose={onClose}>
      <Form className="stack" onSubmit={submit} kept>
        {roles.error && !roles.data && (
          <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
        )}
        <TextField
          label="E-mail address"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={typed.email}
          error={fields.email}
          hint="They sign in with exactly this address, within a week."
          onChange={(event) => change({ email: event.target.value })}
        />
        <SelectField
          label="Role"
          value={role?.id ?? ''}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change({ role: event.target.value })}
        />
        {role && <RoleMeans role={role} />}
        {invite.error && !fields.email && (
          <p className="notice error" role="alert">
            {reasonOf(invite.error)}
          </p>
        )}
        <div className="sheet-actions">
          <Button type="submit" off={!role} busy={invite.isPending}>
            Invite
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
