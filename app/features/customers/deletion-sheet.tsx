import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountDeletion } from '../../../api/contract/account-deletion.ts';
import type { Customer } from '../../../api/contract/customers.ts';
import { DeletionTerms } from '../../domain/deletion-terms.tsx';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { reasonOf } from '../../lib/reason.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { customerDataQuery, customerDeletionQuery } from './queries.ts';

/**
 * The effects of deleting a customer's account, and a field in which the address must be typed, so that no other
 * account is deleted by mistake.
 */
export default function DeletionSheet({
  customer,
  open,
  onClose,
}: {
  customer: Customer;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { id } = customer;
  const { data, error, refetch } = useQuery({ ...customerDeletionQuery(id), enabled: open });
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => call('requestCustomerDeletion', { params: { id }, body: { email } }),
    onSuccess: (answer) => {
      client.setQueryData(customerDataQuery(id).queryKey, answer);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listActs') }),
  });
  const wrong = request.error instanceof ApiError ? request.error.fields?.email : undefined;
  return (
    <Sheet open={open} title={`Delete ${fullNameOf(customer)}’s account?`} onClose={onClose}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton cards={2} label="Loading what will happen" />
        )
      ) : data.obstacle ? (
        <Note role="status">{obstacles[data.obstacle]}</Note>
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!request.isPending) request.mutate();
          }}
        >
          <DeletionTerms deletion={data} whose="customer" />
          <TextField
            label="Type their e-mail address to confirm"
            hint={customer.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            enterKeyHint="done"
            value={email}
            error={wrong}
            onChange={(event) => setEmail(event.target.value)}
          />
          <p className="muted">They are told by mail, and the audit log keeps that you did this.</p>
          {request.error && !wrong && <Note role="alert">{reasonOf(request.error)}</Note>}
          <OfflineNote kept="Nothing has been asked for." />
          <div className="sheet-actions">
            <Button kind="danger" wide type="submit" busy={request.isPending} off={!email.trim()}>
              Delete Their Account
            </Button>
            <Button kind="quiet" wide onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Sheet>
  );
}

const obstacles: Record<NonNullable<AccountDeletion['obstacle']>, string> = {
  last_admin: 'They are the last administrator. Make somebody else one first.',
  owed: 'Work that was done for them is not paid yet. Their account can be deleted once it is.',
};
