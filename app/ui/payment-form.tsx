import './payment-form.css';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { lockClosedOutline } from 'ionicons/icons';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { intentOf, loadPayments } from '../lib/card-payments.ts';
import { useConfig } from '../lib/session.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { dismiss, toast } from './toast.tsx';

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
}

/** The card provider's element with its button. A refused card leaves the person here, to try another. */
export function PaymentForm(props: PaymentFormProps) {
  const payments = useConfig()?.payments;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const appearance = useAppearance();
  const { failure } = props;

  const load = useCallback(() => {
    if (!payments) return;
    setFailed(false);
    loadPayments(payments).then(setStripe, () => {
      setFailed(true);
      toast({ title: 'Error', description: failure, style: 'destructive' });
    });
  }, [payments, failure]);
  useEffect(load, [load]);

  if (failed) return <ErrorState error={new Error(failure)} onRetry={load} />;
  if (!stripe) return <Skeleton cards={1} label="Preparing the card payment" />;
  return (
    <Elements
      key={`${props.clientSecret} ${tries}`}
      stripe={stripe}
      options={{ clientSecret: props.clientSecret, appearance }}
    >
      <CardForm {...props} onRetry={() => setTries(tries + 1)} />
    </Elements>
  );
}

function CardForm({
  clientSecret,
  submitLabel,
  returnPath,
  failure,
  onPaying,
  onSucceeded,
  onUnusable,
  onRetry,
}: PaymentFormProps & { onRetry: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unavailable, setUnavailable] = useState(false);
  const [refusal, setRefusal] = useState('');
  const paying = useRef(false);

  const refuse = (message: string | undefined) => {
    const description = message || 'An unexpected error occurred';
    setRefusal(description);
    toast({ title: 'Payment Failed', description, style: 'destructive' });
  };

  const pay = async () => {
    if (!stripe || !elements) return;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: new URL(returnPath, location.origin).href },
      redirect: 'if_required',
    });
    // What is wrong within the card's fields stands beside them already.
    if (error?.type === 'validation_error') return;
    // Another tab was quicker.
    if (error?.payment_intent?.status === 'succeeded') return onSucceeded(error.payment_intent.id);
    if (error) return refuse(error.message);
    if (paymentIntent.status !== 'succeeded') return refuse(undefined);
    await onSucceeded(paymentIntent.id);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (paying.current || !ready) return;
    paying.current = true;
    setBusy(true);
    setRefusal('');
    dismiss();
    onPaying?.(intentOf(clientSecret));
    try {
      await pay();
    } catch (error) {
      refuse(error instanceof Error ? error.message : undefined);
    } finally {
      paying.current = false;
      setBusy(false);
    }
  };

  // The element refuses a payment that is over: it was paid already, or it can no longer be.
  const recover = async () => {
    const { paymentIntent } = (await stripe?.retrievePaymentIntent(clientSecret)) ?? {};
    if (paymentIntent?.status === 'succeeded') await onSucceeded(intentOf(clientSecret));
    else if (paymentIntent?.status === 'canceled') onUnusable();
    else {
      setUnavailable(true);
      toast({ title: 'Error', description: failure, style: 'destructive' });
    }
  };

  if (unavailable) return <ErrorState error={new Error(failure)} onRetry={onRetry} />;

  return (
    <form className="payment-form" onSubmit={(event) => void submit(event)}>
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setReady(true)}
        onLoadError={() => void recover()}
      />
      {refusal && (
        <p className="payment-refusal" role="alert">
          {refusal} You can try another card.
        </p>
      )}
      <Button type="submit" kind="accent" icon={lockClosedOutline} wide busy={busy || !ready}>
        {submitLabel}
      </Button>
    </form>
  );
}

const dark = '(prefers-color-scheme: dark)';

/** Our tokens as the provider's element takes them: its frame does not see our stylesheets. */
function useAppearance(): Appearance {
  const [night, setNight] = useState(() => matchMedia(dark).matches);
  useEffect(() => {
    const scheme = matchMedia(dark);
    const follow = () => setNight(scheme.matches);
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    theme: night ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--pine'),
      colorBackground: token('--card'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorDanger: token('--danger'),
      fontFamily: token('--sans'),
      borderRadius: token('--radius-s'),
      fontSizeBase: '16px',
    },
  };
}
