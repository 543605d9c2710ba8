import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountDeletion } from '../../../api/contract/account-deletion.ts';
import type { User } from '../../../api/contract/entities.ts';
import { DeletionTerms } from '../../domain/deletion-terms.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/reason.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { accountDeletionQuery } from './queries.ts';

/**
 * The effects of deleting the account, with the server's own figures, and a field in which the address must be
 * typed.
 */
export default function DeleteAccountSheet({
  user,
  open,
  onClose,
}: {
  user: User;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { queryKey } = accountDeletionQuery();
  const { data, error, refetch } = useQuery({ ...accountDeletionQuery(), enabled: open });
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => call('requestAccountDeletion', { body: { email } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onClose();
    },
  });
  const wrong = request.error instanceof ApiError ? request.error.fields?.email : undefined;
  return (
    <Sheet open={open} title="Delete your account?" onClose={onClose}>
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
          <DeletionTerms deletion={data} whose="own" />
          <TextField
            label="Type your e-mail address to confirm"
            hint={user.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            enterKeyHint="done"
            value={email}
            error={wrong}
            onChange={(event) => setEmail(event.target.value)}
          />
          {request.error && !wrong && <Note role="alert">{reasonOf(request.error)}</Note>}
          <OfflineNote kept="Nothing has been asked for." />
          <div className="sheet-actions">
            <Button kind="danger" wide type="submit" busy={request.isPending} off={!email.trim()}>
              Delete my account
            </Button>
            <Button kind="quiet" wide onClick={onClose}>
              Keep my account
            </Button>
          </div>
        </form>
      )}
    </Sheet>
  );
}

const obstacles: Record<NonNullable<AccountDeletion['obstacle']>, string> = {
  last_admin: 'You are the last administrator. Make somebody else one first, in the list of customers.',
  owed: 'Work that was done is not paid yet. Please pay it under Billing; then you can delete your account.',
};
