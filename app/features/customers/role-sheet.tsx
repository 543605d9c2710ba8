import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { oneText } from '../../lib/one-text.ts';
import { reasonOf } from '../../lib/reason.ts';
import { useUser } from '../../lib/session.ts';
import { giveable } from '../../shared/roles/giveable.ts';
import { rolesQuery } from '../../shared/roles/queries.ts';
import { RoleMeans } from '../../shared/roles/role-means.tsx';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { customerQuery } from './queries.ts';

const noRole = 'customer';

/** Shows the effects of a role before it is given or taken. */
export default function RoleSheet({
  customer,
  open,
  onClose,
}: {
  customer: Customer;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { user } = useUser();
  // The sheet keeps its text while it closes.
  const [from] = useState(customer.team?.id ?? noRole);
  const [chosen, setChosen] = useState(from);
  const roles = useQuery({ ...rolesQuery(), enabled: open });
  const name = fullNameOf(customer);
  const change = useMutation({
    mutationFn: (role: string) =>
      teamCall('changeRole', { params: { id: customer.id }, body: { role, expectedRole: from } }),
    onSuccess: (after) => {
      client.setQueryData(customerQuery(customer.id).queryKey, after);
      toast({ title: 'Role changed', description: oneText`${name}: ${after.team?.name ?? 'Customer'}` });
      onClose();
    },
    onError: (error) => {
      toast({ title: 'The role was not changed', description: reasonOf(error), style: 'destructive' });
      onClose();
    },
    // Reads again the lists, the audit log, and after a refusal also the person.
    onSettled: () =>
      Promise.all(
        [teamKeyOf('listCustomers'), teamKeyOf('listRoles'), teamKeyOf('listActs')].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const options = roles.data && giveable(roles.data, user);
  const role = roles.data?.find(({ id }) => id === chosen);
  const mayTake = from === noRole || options?.some(({ id }) => id === from);
  return (
    <Sheet open={open} title={oneText`Role of ${name}`} onClose={onClose}>
      {!options ? (
        roles.error ? (
          <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
        ) : (
          <Skeleton cards={2} height="4rem" label="Reading the roles" />
        )
      ) : !mayTake ? (
        <p>Their role may do more than yours, so you cannot change it.</p>
      ) : (
        <div className="stack">
          <SelectField
            label="Role"
            value={chosen}
            options={[
              { value: noRole, label: 'Customer' },
              ...options.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onChange={(event) => setChosen(event.target.value)}
          />
          {role ? (
            <RoleMeans role={role} />
          ) : (
            <p className="muted">
              Customers do not see the team’s pages. Their own bookings, plan and hours stay as they are.
            </p>
          )}
          {chosen !== 'administrator' && from === 'administrator' && customer.adminByAddress && (
            <p className="notice warning">
              Their e-mail address is on this installation’s list of administrators: the next time they sign
              in, they are one again. Whoever runs the server can take it off the list.
            </p>
          )}
          <p className="muted">
            It holds at once, also in an app that they have open. The audit log keeps that you did this.
          </p>
        </div>
      )}
      <div className="sheet-actions">
        {options && mayTake && (
          <Button
            kind={chosen === noRole ? 'danger' : 'primary'}
            off={chosen === from}
            busy={change.isPending}
            onClick={() => change.mutate(chosen)}
          >
            {role ? oneText`Make ${role.name}` : 'Make Customer'}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Sheet>
  );
}
