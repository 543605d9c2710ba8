import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { DeletionSheet } from '../../shared/deletion-sheet.tsx';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { customerDataQuery, customerDeletionQuery } from './queries.ts';

const wordsFor = ({ owedWork }: Customer) => ({
  confirm: 'Type their e-mail address to confirm',
  yes: 'Delete Their Account',
  no: 'Cancel',
  obstacles: {
    last_admin: 'They are the last administrator. Make somebody else one first.',
    owed: `${owedWork ? `${formatMoney(owedWork.amountCents)} for work` : 'Work'} that was done for them is not paid yet. Their account can be deleted once it is.`,
  },
});

/** The team's question whether to delete a customer's account. */
export default function CustomerDeletionSheet({
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
  const deletion = useQuery({ ...customerDeletionQuery(id), enabled: open });
  const request = useMutation({
    mutationFn: (email: string) => teamCall('requestCustomerDeletion', { params: { id }, body: { email } }),
    onSuccess: (answer) => {
      client.setQueryData(customerDataQuery(id).queryKey, answer);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: teamKeyOf('listActs') }),
  });
  return (
    <DeletionSheet
      {...{ open, onClose, deletion, request }}
      whose="customer"
      address={customer.email}
      words={{ ...wordsFor(customer), title: oneText`Delete ${fullNameOf(customer)}’s account?` }}
    >
      <p className="muted">They are told by mail, and the audit log keeps that you did this.</p>
    </DeletionSheet>
  );
}
