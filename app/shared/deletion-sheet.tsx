import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AccountDeletion } from '../../api/contract/schemas/account-deletion.ts';
import { ApiError } from '../lib/api.ts';
import { reasonOf } from '../lib/reason.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialogs/sheet.tsx';
import { TextField } from '../ui/fields/field.tsx';
import { Form } from '../ui/fields/form.tsx';
import { Note, OfflineNote } from '../ui/note.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { DeletionTerms } from './deletion-terms.tsx';

interface Words {
  title: string;
  /** The label of the field for the address. */
  confirm: string;
  yes: string;
  no: string;
  obstacles: Record<NonNullable<AccountDeletion['obstacle']>, string>;
}

/**
 * The effects of deleting an account, with the server's own figures, and a field in which the address must be typed,
 * so that no account is deleted by mistake.
 */
export function DeletionSheet({
  open,
  onClose,
  whose,
  address,
  deletion: { data, error, refetch },
  request,
  words,
  children,
}: {
  open: boolean;
  onClose: () => void;
  whose: 'own' | 'customer';
  address: string;
  deletion: UseQueryResult<AccountDeletion>;
  /** Asks for the deletion with the typed address. */
  request: UseMutationResult<unknown, Error, string>;
  words: Words;
  /** Content after the field. */
  children?: ReactNode;
}) {
  const [email, setEmail] = useState('');
  const wrong = request.error instanceof ApiError ? request.error.fields?.email : undefined;
  return (
    <Sheet open={open} title={words.title} onClose={onClose}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton cards={2} label="Loading the consequences" />
        )
      ) : data.obstacle ? (
        <Note role="status">{words.obstacles[data.obstacle]}</Note>
      ) : (
        <Form className="stack" onSubmit={() => !request.isPending && request.mutate(email)}>
          <DeletionTerms deletion={data} whose={whose} />
          <TextField
            label={words.confirm}
            hint={address}
            type="email"
            inputMode="email"
            autoComplete="off"
            enterKeyHint="done"
            value={email}
            error={wrong}
            onChange={(event) => setEmail(event.target.value)}
          />
          {children}
          {request.error && !wrong && <Note role="alert">{reasonOf(request.error)}</Note>}
          <OfflineNote kept="Nothing has been asked for." />
          <div className="sheet-actions">
            <Button kind="danger" wide type="submit" busy={request.isPending} off={!email.trim()}>
              {words.yes}
            </Button>
            <Button kind="quiet" wide onClick={onClose}>
              {words.no}
            </Button>
          </div>
        </Form>
      )}
    </Sheet>
  );
}
