import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { oneText } from '../../../lib/one-text.ts';
import { settlePayment, wordsOf } from '../../../payments/settle.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { hasCode } from '../failure.ts';
import { bookingQuery } from '../queries.ts';

/** Makes the server settle the payment of a quote, and reports the result. */
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
      toast({
        title: 'Payment Successful',
        description: oneText`${detail.service.name} is booked.`,
        low: true,
      });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
      // The payment was for a quote that is no longer valid and is refunded; or it is not paid, or not yet.
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
