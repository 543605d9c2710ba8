import './team-refunds.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { refundReason } from '../../../api/contract/facts/refund-terms.ts';
import type { ChargeDetail } from '../../../api/contract/schemas/refunds.ts';
import { ApiError, call } from '../../lib/api.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { PastRefunds } from './past-refunds.tsx';
import { chargeQuery, readAgain } from './queries.ts';
import {
  amountOf,
  blockText,
  cardText,
  effectsOf,
  failureText,
  problemsOf,
  type RefundFields,
  type RefundProblems,
  refundText,
} from './refund-words.ts';
import { useAttemptKey } from './use-attempt-key.ts';

interface Sheeted {
  open: boolean;
  onClose: () => void;
}

/** Refunds a part of a charge. The effects are shown above the button; typed text stays until it is sent. */
export default function RefundSheet({ chargeId, open, onClose }: Sheeted & { chargeId: string }) {
  const charge = useQuery({ ...chargeQuery(chargeId), enabled: open });
  return (
    <Sheet open={open} title="Refund" onClose={onClose}>
      {charge.data ? (
        <RefundForm charge={charge.data} onClose={onClose} />
      ) : charge.error && !charge.isFetching ? (
        <div className="stack">
          <Note kind="bad" role="alert">
            {failureText(charge.error)}
          </Note>
          <Button wide onClick={() => void charge.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className="stack" role="status" aria-busy="true">
          <span className="visually-hidden">Asking the card provider what is left</span>
          <span className="skeleton line" />
          <span className="skeleton line" />
          <span className="skeleton line short" />
        </div>
      )}
    </Sheet>
  );
}

function useRefund(charge: ChargeDetail, onClose: () => void) {
  const client = useQueryClient();
  const online = useOnline();
  const { keyFor, forget } = useAttemptKey();
  const [fields, setFields] = useState<RefundFields>({ amount: '', reason: '' });
  const [problems, setProblems] = useState<RefundProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const { id, leftCents } = charge;
  const send = useMutation({
    mutationFn: (amountCents: number) => {
      const refund = { amountCents, reason: fields.reason.trim() };
      // After a lost answer the charge is read again, and less of it is left; that is no other refund.
      return call('refundCharge', {
        params: { id },
        body: { ...refund, leftCents },
        idempotencyKey: keyFor(refund),
      });
    },
    // The opening of the sheet from which it was sent, in case the sheet was opened again meanwhile.
    onMutate: () => onClose,
    onSuccess: (answer, amountCents, close) => {
      forget();
      client.setQueryData(chargeQuery(id).queryKey, answer);
      setFields({ amount: '', reason: '' });
      close();
      toast({
        title: `Refunded ${formatMoney(amountCents)}`,
        description: oneText`${charge.customer.name} is told.`,
      });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setProblems(error.fields);
      if (error.status === 409) void client.invalidateQueries({ queryKey: chargeQuery(id).queryKey });
    },
    onSettled: () => readAgain(client, charge.customer.id, charge.bookingId),
  });
  const change = (given: Partial<RefundFields>) => {
    setFields({ ...fields, ...given });
    setProblems({});
    send.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || !online) return;
    const found = problemsOf(fields, leftCents);
    setProblems(found);
    const amountCents = amountOf(fields.amount, leftCents);
    if (amountCents !== null && Object.keys(found).length === 0) return send.mutate(amountCents);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return { form, fields, problems, send, online, change, submit };
}

function RefundForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const { form, fields, problems, send, online, change, submit } = useRefund(charge, onClose);
  const cents = amountOf(fields.amount, charge.leftCents);
  return (
    <form ref={form} className="stack roomy" noValidate onSubmit={submit}>
      <Sums charge={charge} />
      <PastRefunds refunds={charge.refunds} />
      {charge.blocked ? (
        <Note>{blockText(charge.blocked)}</Note>
      ) : (
        <>
          <TextField
            label="Amount"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            hint={problems.amountCents ? undefined : `At most ${formatMoney(charge.leftCents)}`}
            value={fields.amount}
            onChange={(event) => change({ amount: event.target.value })}
            error={problems.amountCents}
          />
          <TextAreaField
            label="Reason"
            name="reason"
            rows={3}
            maxLength={refundReason.max}
            hint="The customer reads it"
            value={fields.reason}
            onChange={(event) => change({ reason: event.target.value })}
            error={problems.reason}
          />
          <div className="effects" role="status">
            {cents === null ? (
              <p className="muted">Enter an amount. What the refund does is shown before it is made.</p>
            ) : (
              effectsOf(charge, cents).map((line) => <p key={line}>{line}</p>)
            )}
          </div>
        </>
      )}
      <OfflineNote kept="What you typed stays here." />
      {send.error && Object.keys(problems).length === 0 && (
        <Note kind="bad" role="alert">
          {failureText(send.error)}
        </Note>
      )}
      <div className="sheet-actions">
        {!charge.blocked && (
          <Button type="submit" wide busy={send.isPending} off={!online}>
            {send.isPending ? 'Refunding…' : refundText(cents)}
          </Button>
        )}
        <Button kind="quiet" wide onClick={onClose}>
          {charge.blocked ? 'Close' : 'Not Now'}
        </Button>
      </div>
    </form>
  );
}

/** The sums of the charge, as the provider has them. */
function Sums({ charge }: { charge: ChargeDetail }) {
  const { amountCents, refundedCents, pendingCents, leftCents } = charge;
  return (
    <div className="stack">
      <p>
        <strong>{charge.description}</strong>
        <br />
        <span className="muted">{charge.customer.name}</span>
      </p>
      <dl className="facts">
        <Fact label="Paid" value={formatMoney(amountCents)} />
        <Fact label="Refunded already" value={formatMoney(refundedCents)} />
        {pendingCents > 0 && <Fact label="Under way" value={formatMoney(pendingCents)} />}
        <Fact label="Can be refunded" value={formatMoney(leftCents)} />
        <Fact label="Goes back to" value={cardText(charge.card)} />
      </dl>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{oneText`${value}`}</dd>
    </div>
  );
}
