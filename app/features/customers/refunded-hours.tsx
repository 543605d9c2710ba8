import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { inHours } from '../../shared/hours/hours-line.ts';
import { May } from '../../shared/may.tsx';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { customerQuery } from './queries.ts';

type Refunded = NonNullable<Customer['refundedHours']>[number];

/** Unused hours that went with refunded money; the team can give them back. */
export function RefundedHours({ customer, refunded }: { customer: Customer; refunded: Refunded[] }) {
  return (
    <Card className="stack" aria-labelledby="customer-refunded">
      <h2 id="customer-refunded">Hours taken by refunds</h2>
      <ul className="stack">
        {refunded.map((one) => (
          <Taken key={one.invoiceId} customer={customer} taken={one} />
        ))}
      </ul>
    </Card>
  );
}

function Taken({ customer, taken }: { customer: Customer; taken: Refunded }) {
  const client = useQueryClient();
  const online = useOnline();
  const { invoiceId, description, hours } = taken;
  const name = fullNameOf(customer);
  const giveBack = useMutation({
    mutationFn: () => teamCall('giveBackHours', { params: { id: customer.id }, body: { invoiceId, hours } }),
    onSuccess: (after) => {
      client.setQueryData(customerQuery(customer.id).queryKey, after);
      toast({ title: 'Hours given back', description: oneText`${name} has ${inHours(hours)} more.` });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError && error.status < 500 ? error.text : 'Failed to give the hours back',
        style: 'destructive',
      }),
    // Reads again the statement and the audit log, and after a refusal also the person.
    onSettled: () =>
      Promise.all(
        [
          teamKeyOf('readCustomer', { id: customer.id }),
          teamKeyOf('listCustomerStatement', { id: customer.id }),
          teamKeyOf('listActs'),
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  const ask = async () => {
    const sure = await confirmFirst({
      title: `Give ${inHours(hours)} back?`,
      text: oneText`The money stays refunded. ${name} can use the hours until they expire, and is told so.`,
      yes: 'Give Back',
    });
    if (sure) giveBack.mutate();
  };
  return (
    <li className="row spread wrap">
      <span>{oneText`${inHours(hours)} of ${description}`}</span>
      <May do="money.refund">
        <Button
          size="small"
          kind="quiet"
          off={!online}
          busy={giveBack.isPending}
          aria-label={oneText`Give back ${inHours(hours)} of ${description}`}
          onClick={() => void ask()}
        >
          Give Back
        </Button>
      </May>
    </li>
  );
}
