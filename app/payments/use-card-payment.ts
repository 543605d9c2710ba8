import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../lib/session.ts';
import { toast } from '../ui/toasts/toast.tsx';
import type { Refused } from './card-form.tsx';
import { intentOf, loadPayments } from './card-payments.ts';

export interface CardPaymentProps {
  clientSecret: string;
  /** The path of this app to which a bank sends the person back. */
  returnPath: string;
  /** Called when the person pays: the payment may succeed without this page from now on. */
  onPaying?: (paymentIntentId: string) => void;
  /** Called when the payment succeeded, here or before; the button stays busy until this resolves. */
  onSucceeded: (paymentIntentId: string) => Promise<void> | void;
  /** Called when this client secret can no longer be used. */
  onUnusable: () => void;
}

const unlearnt =
  'We could not learn whether your payment went through. Please try again: you are not charged twice.';

/**
 * Pays at the card provider, and follows the payment, wherever it was decided.
 * @param chosen the saved card that pays; `null` for a typed number
 * @param looksFirst whether the payment's state is read first: with a saved card instead of the provider's fields,
 * nothing else shows that it is over
 */
export function useCardPayment(
  { clientSecret, returnPath, onPaying, onSucceeded, onUnusable }: CardPaymentProps,
  chosen: string | null,
  looksFirst: boolean,
) {
  const payments = useConfig()?.payments;
  const [underWay, setUnderWay] = useState(false);

  /** Continues with a decided payment, or waits for it. @returns whether it did; false if it can still be paid */
  const follow = async (status: PaymentIntent.Status | undefined): Promise<boolean> => {
    if (status === 'processing') setUnderWay(true);
    // The payment may also have been made in another tab.
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
      // The answer was lost, or does not name the payment's state, so the state is read.
      const { paymentIntent: now } = await stripe.retrievePaymentIntent(clientSecret);
      if (!now) return { text: unlearnt, unsure: true };
      status = now.status;
    }
    return (await follow(status)) ? null : { text: error?.message };
  };

  // The element refuses a payment that is over: it was paid already, is being paid, or can no longer be paid.
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
