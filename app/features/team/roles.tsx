import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chevronDownOutline } from 'ionicons/icons';
import { useState } from 'react';
import { type Permission, permissions, withRequired } from '../../../api/contract/access/permissions.ts';
import type { Role } from '../../../api/contract/schemas/team.ts';
import { ApiError } from '../../lib/api.ts';
import { may } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useUser } from '../../lib/session.ts';
import { giveable } from '../../shared/roles/giveable.ts';
import { rolesQuery } from '../../shared/roles/queries.ts';
import { RoleMeans } from '../../shared/roles/role-means.tsx';
import { permissionWords } from '../../shared/roles/words.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { roleDraft, useKeptFields } from './drafts.ts';
import { readTeamAgain } from './queries.ts';

/** The roles in words; those of the team's own can be edited. */
export function Roles({ shown }: { shown: boolean }) {
  const { user } = useUser();
  const online = useOnline();
  const [sheet, setSheet] = useState<{ role: Role | null; open: boolean; times: number }>({
    role: null,
    open: false,
    times: 0,
  });
  const edit = (role: Role | null) => setSheet(({ times }) => ({ role, open: true, times: times + 1 }));
  const { data, error, refetch } = useQuery({ ...rolesQuery(), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={2} height="8rem" label="Reading the roles" />
    );
  const mine = giveable(data, user);
  return (
    <Card className="stack" aria-labelledby="team-roles">
      <h2 id="team-roles">Roles</h2>
      <ul className="team-list">
        {data.map((role) => (
          <li key={role.id}>
            <details className="grow team-role">
              <summary>
                <Icon src={chevronDownOutline} size={18} />
                <span>
                  <strong dir="auto">{role.name}</strong>{' '}
                  <span className="muted">{role.people === 1 ? '1 person' : `${role.people} people`}</span>
                </span>
              </summary>
              <RoleMeans role={role} />
            </details>
            {!role.isBuiltIn && !role.isOwn && mine.includes(role) && (
              <Button
                size="small"
                kind="quiet"
                off={!online}
                aria-label={oneText`Edit the role ${role.name}`}
                onClick={() => edit(role)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <Button size="small" kind="quiet" off={!online} onClick={() => edit(null)}>
          New Role
        </Button>
      </div>
      <RoleForm
        key={sheet.times}
        role={sheet.role}
        open={sheet.open}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
      />
    </Card>
  );
}

function RoleForm({ role, open, onClose }: { role: Role | null; open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { user } = useUser();
  const {
    fields: { name, chosen },
    change,
    forget,
  } = useKeptFields(roleDraft(role), {
    name: role?.name ?? '',
    chosen: (role?.permissions ?? []) as readonly Permission[],
  });
  const leave = () => {
    forget();
    onClose();
  };
  const done = (title: string) => {
    toast({ title });
    leave();
  };
  const save = useMutation({
    mutationFn: (body: { name: string; permissions: Permission[] }) =>
      role ? teamCall('editRole', { params: { id: role.id }, body }) : teamCall('addRole', { body }),
    onSuccess: () => done(role ? 'Role saved' : 'Role made'),
    onSettled: () => readTeamAgain(client),
  });
  const remove = useMutation({
    mutationFn: (id: string) => teamCall('removeRole', { params: { id } }),
    onSuccess: () => done('Role deleted'),
    onSettled: () => readTeamAgain(client),
  });
  const error = save.error ?? remove.error;
  const fields = error instanceof ApiError ? error.fields : {};
  // What a chosen permission requires is chosen with it.
  const all = withRequired(chosen);
  const toggle = (one: Permission) =>
    change({
      chosen: chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one],
    });
  const submit = () => {
    if (!save.isPending) save.mutate({ name, permissions: all });
  };
  const ask = async (known: Role) => {
    const sure = await confirmFirst({
      title: oneText`Delete the role ${known.name}?`,
      text: 'It can be deleted once nobody has it.',
      yes: 'Delete',
      danger: true,
    });
    if (sure) remove.mutate(known.id);
  };
  return (
    <Sheet open={open} title={role ? 'Edit Role' : 'New Role'} onClose={onClose}>
      <Form className="stack" onSubmit={submit} kept>
        <TextField
          label="Name"
          value={name}
          maxLength={40}
          error={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <fieldset className="role-rights">
          <legend>People with this role may</legend>
          {permissions
            .filter((one) => may(user, one))
            .map((one) => (
              <label key={one}>
                <input
                  type="checkbox"
                  checked={all.includes(one)}
                  disabled={all.includes(one) && !chosen.includes(one)}
                  onChange={() => toggle(one)}
                />
                <span>{permissionWords[one]}</span>
              </label>
            ))}
        </fieldset>
        {fields.permissions && <p className="notice error">{fields.permissions}</p>}
        {error && !fields.name && !fields.permissions && (
          <p className="notice error" role="alert">
            {reasonOf(error)}
          </p>
        )}
        <div className="sheet-actions">
          <Button type="submit" busy={save.isPending}>
            Save Role
          </Button>
          {role && (
            <Button kind="danger" busy={remove.isPending} onClick={() => void ask(role)}>
              Delete
            </Button>
          )}
          <Button kind="quiet" onClick={leave}>
            Cancel
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
