import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OverageAgreed } from '../../../../api/contract/schemas/booking-terms.ts';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../../api/contract/schemas/quotes.ts';
import { arrivalAt, forgetArrival } from '../../../lib/address-parameters.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { inSentence } from '../../../lib/time/dates.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { bookingQuery } from '../queries.ts';

/** Reads the booking again, with its quote. */
export function useReadAgain(bookingId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: bookingQuery(bookingId).queryKey, exact: true });
}

/** Accepts a quote. @param onPayment receives the secret of the payment that a price needs first */
export function useAccept(booking: BookingDetail, quote: OwnQuote, onPayment: (secret: string) => void) {
  const zone = useZone();
  const client = useQueryClient();
  const readAgain = useReadAgain(booking.id);
  return useMutation({
    mutationFn: (past: OverageAgreed | undefined) =>
      call('acceptQuote', {
        params: { id: booking.id },
        body: { quoteId: quote.id, ...(past && { past }) },
      }),
    onSuccess: async ({ booking: detail, clientSecret }) => {
      if (clientSecret) return onPayment(clientSecret);
      await keepChanged(client, detail);
      const when = detail.scheduledDate && inSentence(visitTime(detail, zone));
      toast({
        title: 'Quote accepted',
        description:
          detail.status === 'scheduled' && when
            ? oneText`${detail.service.name} is scheduled for ${when}.`
            : 'The team agrees on a time with you.',
      });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) readAgain();
      if (quote.kind === 'price' && (!(error instanceof ApiError) || error.status >= 500))
        toast({
          title: 'Payment Setup Failed',
          description: 'Failed to setup payment. Please try again.',
          style: 'destructive',
        });
    },
  });
}

export function useDecline(booking: BookingDetail, quote: OwnQuote) {
  const client = useQueryClient();
  const readAgain = useReadAgain(booking.id);
  return useMutation({
    mutationFn: () => call('declineQuote', { params: { id: booking.id }, body: { quoteId: quote.id } }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Quote declined', description: 'Your request stays open.' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) readAgain();
    },
  });
}

/** Settles the payment at once after a return from the payer's bank. */
export function useReturnFromBank(bookingId: string, settle: (intent: string) => Promise<void>): void {
  const returned = useRef(false);
  useEffect(() => {
    const { payment_intent: paid, redirect_status: status } = arrivalAt(hrefs.booking(bookingId)) ?? {};
    if (returned.current || !paid) return;
    returned.current = true;
    forgetArrival();
    if (status === 'failed')
      toast({
        title: 'Payment Failed',
        description: 'Your bank did not approve this payment.',
        style: 'destructive',
      });
    else void settle(paid);
  }, [bookingId, settle]);
}
