import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/reason.ts';
import { accountDeletionQuery } from '../../shared/account-deletion.ts';
import { toast } from '../../ui/toasts/toast.tsx';

/** Takes back the deletion of the own account. */
export function useKeepAccount() {
  const client = useQueryClient();
  const { queryKey } = accountDeletionQuery();
  return useMutation({
    mutationFn: () => call('keepAccount'),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      toast({ title: 'Your account stays', description: 'Everything stays as it is.' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      toast({ title: 'Nothing has changed', description: reasonOf(error), style: 'destructive' });
    },
  });
}
