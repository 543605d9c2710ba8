import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PaymentMethod } from '../../api/contract/entities.ts';
import { intentOf } from '../lib/card-payments.ts';
import { isExpired, savedCardsQuery } from '../lib/saved-cards.ts';
import { CardForm, type Refused } from './card-form.tsx';
import { SavedCards } from './saved-cards.tsx';
import { Skeleton } from './skeleton.tsx';
import { toast } from './toast.tsx';

export interface PaymentFormProps {
  clientSecret: string;
  submitLabel: string;
  /** Where a bank that takes the person away sends them back to: a path of ours. */
  returnPath: string;
  /** The text of the toast when the provider's form cannot be had (spec §8). */
  failure: string;
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
  onPaying,
  onSucceeded,
  onUnusable,
  after,
  held,
  cards: known,
}: PaymentFormProps & { cards: PaymentMethod[] }) {
  // It does not change under somebody's hands.
  const [cards] = useState(known);
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
    const status = error ? error.payment_intent?.status : paymentIntent.status;
    // Also where another tab was quicker.
    if (status === 'succeeded') await onSucceeded(intentOf(clientSecret));
    else if (status === 'canceled') onUnusable();
    else return { text: error?.message };
    return null;
  };

  // The element refuses a payment that is over: it was paid already, or it can no longer be.
  const recover = async (stripe: Stripe, refused: StripeError) => {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (paymentIntent?.status === 'succeeded') await onSucceeded(intentOf(clientSecret));
    else if (paymentIntent?.status === 'canceled' || refused.code === 'resource_missing') onUnusable();
    else return false;
    return true;
  };

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
