import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountDeletion } from '../../../api/contract/account-deletion.ts';
import type { User } from '../../../api/contract/entities.ts';
import { plans } from '../../../api/contract/plans.ts';
import { ApiError, call } from '../../lib/api.ts';
import { formatDayLong, formatWhen } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';
import { useZone } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { reasonOf } from './keep-account.ts';
import { accountDeletionQuery } from './queries.ts';

/** What deleting the account will do, by the server's own figures, and the address to be typed. */
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
          <WhatHappens deletion={data} />
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

function WhatHappens({ deletion: { at, bookings, plan } }: { deletion: AccountDeletion }) {
  const zone = useZone();
  const day = formatDayLong(at, zone);
  return (
    <>
      <p>
        <strong>Your account goes on {day}.</strong> Until then you can keep it, and visits go on as agreed.
      </p>
      <ul className="deletion-list">
        {bookings.map((booking) => (
          <li key={booking.id}>
            {booking.service}
            {booking.scheduledDate ? `, ${formatWhen(booking.scheduledDate, zone)}` : ''}: called off.{' '}
            {consequenceOf(booking)}
          </li>
        ))}
        {plan && (
          <li>
            Your {plans[plan.tier].name} plan ends that day
            {plan.hoursLeft > 0 ? `, and its ${plan.hoursLeft} h that are left with it` : ''}. Nothing of it
            is paid back.
          </li>
        )}
        <li>
          Your name, addresses, notes, messages and photos are deleted, and your cards at the card provider.
        </li>
        <li>
          What the law has us keep of your payments stays without your name. Invoices at the card provider
          stay.
        </li>
        <li>Our backups lose it as they grow old and are deleted.</li>
      </ul>
    </>
  );
}

function consequenceOf({ outcome, amountCents, hours }: AccountDeletion['bookings'][number]): string {
  switch (outcome) {
    case 'free':
      return 'It costs nothing.';
    case 'refund':
      return `${formatMoney(amountCents)} goes back to your card.`;
    case 'release':
      return 'Its hours end with your plan.';
    case 'forfeit':
      return amountCents > 0
        ? `It is less than 24 hours before: ${formatMoney(amountCents)} is not given back.`
        : `It is less than 24 hours before: its ${hours} h count as used.`;
  }
}
