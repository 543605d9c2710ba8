import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../lib/session.ts';
import { toast } from '../ui/toasts/toast.tsx';
import type { Refused } from './card-form.tsx';
import { intentOf, loadPayments } from './card-payments.ts';

export interface CardPaymentProps {
  clientSecret: string;
  /** Where a bank that takes the person away sends them back to: a path of ours. */
  returnPath: string;
  /** The person pays: from now on it may succeed without this page. */
  onPaying?: (paymentIntentId: string) => void;
  /** The payment succeeded, here or before; the button stays busy until it settles. */
  onSucceeded: (paymentIntentId: string) => Promise<void> | void;
  /** This client secret can no longer be paid with. */
  onUnusable: () => void;
}

const unlearnt =
  'We could not learn whether your payment went through. Please try again: you are not charged twice.';

/**
 * Pays at the card provider, and follows what becomes of the payment, wherever it was decided.
 * @param chosen the saved card that pays; `null` for the one whose number is typed
 * @param looksFirst where a saved card stands for the provider's fields, nothing else notices that it is over already
 */
export function useCardPayment(
  { clientSecret, returnPath, onPaying, onSucceeded, onUnusable }: CardPaymentProps,
  chosen: string | null,
  looksFirst: boolean,
) {
  const payments = useConfig()?.payments;
  const [underWay, setUnderWay] = useState(false);

  /** Goes on with a payment that is decided, or waits for it. @returns whether it did: not where it can yet be paid */
  const follow = async (status: PaymentIntent.Status | undefined): Promise<boolean> => {
    if (status === 'processing') setUnderWay(true);
    // Also where another tab was quicker.
    else if (status === 'succeeded') await onSucceeded(intentOf(clientSecret));
    else if (status === 'canceled') onUnusable();
    else return false;
    return true;
  };

  const pay = async (stripe: Stripe, elements: StripeElements | null): Promise<Refused | null> => {
    onPaying?.(intentOf(clientSecret));
    const return_url = new URL(returnPath, location.origin).href;
    const { error, paymentIntent } = elements
      ? await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' })
      : await stripe.confirmPayment({
          clientSecret,
          confirmParams: { return_url, payment_method: chosen ?? '' },
          redirect: 'if_required',
        });
    if (error?.type === 'validation_error') return 'beside';
    let status = error ? error.payment_intent?.status : paymentIntent.status;
    if (!status) {
      // The answer was lost, or says nothing of the payment: it is asked after.
      const { paymentIntent: now } = await stripe.retrievePaymentIntent(clientSecret);
      if (!now) return { text: unlearnt, unsure: true };
      status = now.status;
    }
    return (await follow(status)) ? null : { text: error?.message };
  };

  // The element refuses a payment that is over: it was paid already, is being paid, or can no longer be.
  const recover = async (stripe: Stripe, refused: StripeError) => {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (await follow(paymentIntent?.status)) return true;
    if (refused.code !== 'resource_missing') return false;
    onUnusable();
    return true;
  };

  const look = async () => {
    if (!payments) return;
    const stripe = await loadPayments(payments);
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (!paymentIntent || (await follow(paymentIntent.status))) return;
    if (!underWay) return;
    setUnderWay(false);
    const description = paymentIntent.last_payment_error?.message ?? 'An unexpected error occurred';
    toast({ title: 'Payment Failed', description, style: 'destructive' });
  };
  const looked = useRef(!looksFirst);
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!payments || looked.current) return;
    looked.current = true;
    latest.current().catch(() => {});
  }, [payments]);

  return { underWay, pay, recover, look };
}
