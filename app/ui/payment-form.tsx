import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaymentMethod } from '../../api/contract/entities.ts';
import { intentOf, loadPayments } from '../lib/card-payments.ts';
import { isExpired, savedCardsQuery } from '../lib/saved-cards.ts';
import { useConfig } from '../lib/session.ts';
import { CardForm, type Refused } from './card-form.tsx';
import { SavedCards } from './saved-cards.tsx';
import { Skeleton } from './skeleton.tsx';
import { toast } from './toast.tsx';
import { UnderWay } from './under-way.tsx';

export interface PaymentFormProps {
  clientSecret: string;
  submitLabel: string;
  /** Where a bank that takes the person away sends them back to: a path of ours. */
  returnPath: string;
  /** The text of the toast when the provider's form cannot be had (spec §8). */
  failure: string;
  /** What comes of itself once a payment that the bank has not decided is through: a sentence. */
  follows: string;
  /** The person pays: from now on it may succeed without this page. */
  onPaying?: (paymentIntentId: string) => void;
  /** The payment succeeded, here or before; the button stays busy until it settles. */
  onSucceeded: (paymentIntentId: string) => Promise<void> | void;
  /** This client secret can no longer be paid with. */
  onUnusable: () => void;
  /** Under the button, told whether the form is busy. */
  after?: (busy: boolean) => ReactNode;
  held?: boolean;
}

const patienceMs = 3000;
const unlearnt =
  'We could not learn whether your payment went through. Please try again: you are not charged twice.';

/** Pays with a saved card or with another. */
export function PaymentForm(props: PaymentFormProps) {
  const { data: cards = [], isLoading } = useQuery(savedCardsQuery());
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  // It comes once it is known which cards there are; saved ones are a help, not worth a long wait.
  if (isLoading && !waited) return <Skeleton cards={1} label="Preparing the card payment" />;
  return <Form {...props} cards={cards.filter((card) => !isExpired(card))} />;
}

function Form({
  clientSecret,
  submitLabel,
  returnPath,
  failure,
  follows,
  onPaying,
  onSucceeded,
  onUnusable,
  after,
  held,
  cards: known,
}: PaymentFormProps & { cards: PaymentMethod[] }) {
  // It does not change under somebody's hands.
  const [cards] = useState(known);
  const payments = useConfig()?.payments;
  const [underWay, setUnderWay] = useState(false);
  const [chosen, setChosen] = useState(cards[0]?.id ?? null);

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

  /** Goes on with a payment that is decided, or waits for it. @returns whether it did: not where it can yet be paid */
  const follow = async (status: PaymentIntent.Status | undefined): Promise<boolean> => {
    if (status === 'processing') setUnderWay(true);
    // Also where another tab was quicker.
    else if (status === 'succeeded') await onSucceeded(intentOf(clientSecret));
    else if (status === 'canceled') onUnusable();
    else return false;
    return true;
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
  // Where a saved card stands for the element, nothing else notices that this payment is over.
  const looked = useRef(cards.length === 0);
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!payments || looked.current) return;
    looked.current = true;
    latest.current().catch(() => {});
  }, [payments]);

  if (underWay) return <UnderWay follows={follows} look={look} />;
  return (
    <CardForm
      clientSecret={clientSecret}
      submitLabel={submitLabel}
      refusedTitle="Payment Failed"
      unavailable={failure}
      onUnavailable={() => toast({ title: 'Error', description: failure, style: 'destructive' })}
      onSubmit={pay}
      onLoadError={recover}
      before={cards.length > 0 && <SavedCards cards={cards} chosen={chosen} onChoose={setChosen} />}
      withoutFields={chosen !== null}
      {...(after && { after })}
      {...(held && { held })}
    />
  );
}
