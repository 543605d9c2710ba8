import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/entities.ts';
import { call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { settlePayment, wordsOf } from '../../../payments/settle.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { hasCode } from '../failure.ts';
import { bookingQuery } from '../queries.ts';

/** Has the server settle what was paid for a quote, and says what became of it. */
export function useSettleQuote(booking: BookingDetail) {
  const client = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (paymentIntentId: string) => {
      await settlePayment({ paymentIntentId, serviceId: booking.service.id });
      return call('readBooking', { params: { id: booking.id } });
    },
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Payment Successful', description: `${detail.service.name} is booked.` });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
      // Paid for a quote that stands no more, and refunded; or not paid, or not yet.
      if (hasCode(error, 'conflict') || hasCode(error, 'payment_processing'))
        return setRefused(wordsOf(error));
      const isUnpaid = hasCode(error, 'payment_incomplete');
      toast({
        title: isUnpaid ? 'Payment Failed' : 'Payment Processed',
        description: isUnpaid
          ? wordsOf(error)
          : `Payment successful but booking creation failed: ${wordsOf(error)}. Contact support.`,
        style: 'destructive',
      });
    },
  });
  const [settle] = useState(() => (paymentIntentId: string) => {
    setRefused(null);
    return mutateAsync(paymentIntentId).then(
      () => {},
      () => {},
    );
  });
  return { settle, isSettling: isPending, refused };
}
