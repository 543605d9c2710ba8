import './team-refunds.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refundReason } from '../../../api/contract/rules/refund-terms.ts';
import type { ChargeDetail } from '../../../api/contract/schemas/refunds.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Note } from '../../ui/note.tsx';
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
  refundText,
} from './refund-words.ts';
import { SheetForm } from './sheet-form.tsx';
import { useSheetForm } from './use-sheet-form.ts';

const blank: RefundFields = { amount: '', reason: '' };

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

function RefundForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const client = useQueryClient();
  const { id, leftCents, customer, blocked } = charge;
  const state = useSheetForm({
    name: `refund:${id}`,
    blank,
    problemsOf: (fields) => problemsOf(fields, leftCents),
    contentOf: ({ amount, reason }) => ({
      amountCents: amountOf(amount, leftCents) ?? 0,
      reason: reason.trim(),
    }),
    // After a lost answer the charge is read again, and less of it is left; that is no other refund.
    send: (refund, idempotencyKey) =>
      teamCall('refundCharge', { params: { id }, body: { ...refund, leftCents }, idempotencyKey }),
    onSent: (answer, { amountCents }) => {
      client.setQueryData(chargeQuery(id).queryKey, answer);
      toast({
        title: `Refunded ${formatMoney(amountCents)}`,
        description: oneText`${customer.name} is told.`,
      });
    },
    onFailed: ({ status }) => {
      if (status === 409) void client.invalidateQueries({ queryKey: chargeQuery(id).queryKey });
    },
    onSettled: () => readAgain(client, customer.id, charge.bookingId),
    onClose,
  });
  const { fields, problems, change } = state;
  const cents = amountOf(fields.amount, leftCents);
  return (
    <SheetForm
      state={state}
      head={
        <>
          <Sums charge={charge} />
          <PastRefunds refunds={charge.refunds} />
        </>
      }
      blocked={blocked && blockText(blocked)}
      reasonLimit={refundReason.max}
      effects={cents === null ? [] : effectsOf(charge, cents)}
      beforeEffects={
        <p className="muted">Enter an amount. What the refund does is shown before it is made.</p>
      }
      failureText={failureText}
      sendText={[refundText(cents), 'Refunding…']}
    >
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        hint={problems.amountCents ? undefined : `At most ${formatMoney(leftCents)}`}
        value={fields.amount}
        onChange={(event) => change({ amount: event.target.value })}
        error={problems.amountCents}
      />
    </SheetForm>
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
