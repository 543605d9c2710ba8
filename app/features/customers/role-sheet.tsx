import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { oneText } from '../../lib/one-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { roleLabels } from './names.ts';
import { customerQuery } from './queries.ts';

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
  // The sheet keeps its text while it closes.
  const [{ role: from }] = useState(customer);
  const role = from === 'admin' ? 'customer' : 'admin';
  const name = fullNameOf(customer);
  const change = useMutation({
    mutationFn: () => call('changeRole', { params: { id: customer.id }, body: { role, expectedRole: from } }),
    onSuccess: (after) => {
      client.setQueryData(customerQuery(customer.id).queryKey, after);
      toast({ title: 'Role changed', description: oneText`${name} is ${spoken[after.role]} now.` });
      onClose();
    },
    onError: (error) => {
      toast({ title: 'Error', description: reasonOf(error), style: 'destructive' });
      onClose();
    },
    // Reads again the lists, the audit log, and after a refusal also the person.
    onSettled: () =>
      Promise.all(
        [keyOf('listCustomers'), keyOf('listActs')].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <Sheet open={open} title={oneText`Make ${name} ${spoken[role]}?`} onClose={onClose}>
      <div className="stack">
        {role === 'admin' ? (
          <ul className="role-means">
            <li>They see every customer, booking, conversation and report.</li>
            <li>They change bookings, answer quotes, write to customers, and give and take roles.</li>
            <li>It holds at once, also in an app that they have open.</li>
          </ul>
        ) : (
          <ul className="role-means">
            <li>
              They no longer see the administration: it closes at once, also in an app that they have open.
            </li>
            <li>Their own bookings, plan and hours stay as they are.</li>
          </ul>
        )}
        {role === 'customer' && customer.adminByAddress && (
          <p className="notice warning">
            Their e-mail address is on this installation’s list of administrators: the next time they sign in,
            they are one again. Whoever runs the server can take it off the list.
          </p>
        )}
        <p className="muted">The audit log keeps that you did this.</p>
      </div>
      <div className="sheet-actions">
        <Button
          kind={role === 'admin' ? 'primary' : 'danger'}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          {`Make ${roleLabels[role]}`}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Sheet>
  );
}

const spoken = { admin: 'an administrator', customer: 'a customer' } as const;

/** The server's own words for a refusal. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? error.text : 'Failed to change the role';
