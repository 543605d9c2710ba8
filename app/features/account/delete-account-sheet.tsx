import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../api/contract/schemas/people.ts';
import { call } from '../../lib/api.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayLong } from '../../lib/time/dates.ts';
import { accountDeletionQuery } from '../../shared/account-deletion.ts';
import { DeletionSheet } from '../../shared/deletion-sheet.tsx';
import { toast } from '../../ui/toasts/toast.tsx';

const words = {
  title: 'Delete your account?',
  confirm: 'Type your e-mail address to confirm',
  yes: 'Delete my account',
  no: 'Keep my account',
  obstacles: {
    last_admin: 'You are the last administrator. Make somebody else one first, in the list of customers.',
    owed: 'Work that was done is not paid yet. Please pay it under Billing; then you can delete your account.',
  },
};

/** A person's question whether to delete their own account. */
export default function DeleteAccountSheet({
  user,
  open,
  onClose,
  onAsked,
}: {
  user: User;
  open: boolean;
  onClose: () => void;
  /** Called when the deletion is planned. */
  onAsked: () => void;
}) {
  const client = useQueryClient();
  const zone = useZone();
  const { queryKey } = accountDeletionQuery();
  const deletion = useQuery({ ...accountDeletionQuery(), enabled: open });
  const request = useMutation({
    mutationFn: (email: string) => call('requestAccountDeletion', { body: { email } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onClose();
      onAsked();
      toast({
        title: 'Your account will be deleted',
        description: `On ${formatDayLong(answer.at, zone)}. Until then you can keep it.`,
      });
    },
  });
  return <DeletionSheet {...{ open, onClose, deletion, request, words }} whose="own" address={user.email} />;
}
