import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '../../../api/contract/entities.ts';
import { ApiError, call } from '../../lib/api.ts';
import { intentOf } from '../../lib/card-payments.ts';
import { useOnline } from '../../lib/online.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Gives a payment up: it is cancelled at the provider, so that no other window can pay it any more. Leaving the page
 * by Back keeps it instead: nothing is charged by itself, whoever returns goes on with the same payment, and what
 * nobody has paid within a day is cancelled by the server.
 */
export function useGiveUp(
  clientSecret: string | null,
  {
    onCancelled,
    onBooked,
    onUndecided,
  }: {
    onCancelled: () => void;
    /** It was paid in the meantime. */
    onBooked: (booking: Booking) => void;
    /** It was made in the meantime, and the bank has not decided: it can be cancelled no more. */
    onUndecided: (paymentIntentId: string) => void;
  },
) {
  const online = useOnline();
  const [done, setDone] = useState(false);
  const cancel = useMutation({
    mutationFn: (secret: string) =>
      call('cancelPaymentIntent', { body: { paymentIntentId: intentOf(secret) } }),
    onSuccess: ({ booking }) => {
      setDone(true);
      if (booking) return onBooked(booking);
      onCancelled();
      toast({ title: 'Payment cancelled', description: 'Nothing was charged.' });
    },
    onError: (error, secret) => {
      toast({
        title: 'Error',
        description:
          error instanceof ApiError && error.status < 500
            ? error.text
            : 'Your payment could not be cancelled. Please try again.',
        style: 'destructive',
      });
      if (error instanceof ApiError && error.code === 'payment_processing') onUndecided(intentOf(secret));
    },
  });
  return {
    /** The tap counts, and nothing may be paid meanwhile. */
    busy: cancel.isPending || done,
    offline: !online,
    giveUp: () => {
      if (clientSecret && online && !cancel.isPending && !done) cancel.mutate(clientSecret);
    },
  };
}
