import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { CardForm, type Refused } from '../../payments/card-form.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';

// Shows the second of the two failures in spec §8: the bank refused the card ('Error adding payment method', with
// the bank's words), or adding was not available ('Failed to add payment method').
const unavailable = () =>
  toast({
    title: 'Failed to add payment method',
    description: 'No card was added. Please try again.',
    style: 'destructive',
  });

/** Adds a card through the provider's form: the number never passes through our server. */
export default function AddCard({ onAdded }: { onAdded: () => void }) {
  const begin = useMutation({ mutationFn: () => call('createSetupIntent'), onError: unavailable });
  const { mutate } = begin;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);

  const added = () => {
    onAdded();
    toast({ title: 'Payment method added' });
  };
  const retrieve = async (stripe: Stripe) =>
    begin.data && (await stripe.retrieveSetupIntent(begin.data.client_secret)).setupIntent;
  const add = async (stripe: Stripe, elements: StripeElements | null): Promise<Refused | null> => {
    if (!elements) return { text: undefined };
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: new URL(hrefs.billing, location.origin).href },
      redirect: 'if_required',
    });
    if (error?.type === 'validation_error') return 'beside';
    // After a lost answer, the provider is asked for the result.
    const intent = error?.setup_intent ?? setupIntent ?? (await retrieve(stripe));
    if (intent?.status !== 'succeeded') return { text: error?.message };
    added();
    return null;
  };

  if (begin.error) return <ErrorState error={begin.error} onRetry={() => mutate()} />;
  if (!begin.data) return <Skeleton cards={1} label="Preparing the card form" />;
  return (
    <>
      <p className="muted">
        It is kept by our card provider, and charged only for what you book or subscribe to.
      </p>
      <CardForm
        clientSecret={begin.data.client_secret}
        submitLabel="Add card"
        refusedTitle="Error adding payment method"
        unavailable="Failed to add payment method"
        onUnavailable={unavailable}
        onSubmit={add}
        onLoadError={async (stripe) => {
          // Only the answer was lost: the card was added.
          if ((await retrieve(stripe))?.status !== 'succeeded') return false;
          added();
          return true;
        }}
      />
    </>
  );
}
