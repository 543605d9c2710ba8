import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentMethod } from '../../../api/contract/schemas/payments.ts';
import { ApiError, call } from '../../lib/api.ts';
import { cardName, savedCardsQuery } from '../../payments/cards.ts';
import { toast } from '../../ui/toasts/toast.tsx';

const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? error.text
    : 'Nothing was changed that we know of. Please try again.';

/** Changes of the saved cards; the list is read again after each, whatever the result. */
export function useCardChanges() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries(savedCardsQuery());
  const remove = useMutation({
    mutationFn: ({ id }: PaymentMethod) => call('removePaymentMethod', { params: { id } }),
    onSuccess: (_, card) =>
      toast({ title: 'Payment method removed successfully', description: `${cardName(card)} is gone.` }),
    onError: (error) =>
      toast({
        title: 'Failed to remove payment method',
        description: wordsOf(error),
        style: 'destructive',
      }),
    onSettled: reread,
  });
  const makeDefault = useMutation({
    mutationFn: ({ id }: PaymentMethod) => call('makePaymentMethodDefault', { params: { id } }),
    onSuccess: (_, card) =>
      toast({
        title: 'Default payment method updated',
        description: `${cardName(card)} is charged from now on.`,
      }),
    onError: (error) =>
      toast({
        title: 'Failed to update default payment method',
        description: wordsOf(error),
        style: 'destructive',
      }),
    onSettled: reread,
  });
  return { remove, makeDefault, reread };
}
