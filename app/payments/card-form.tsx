import './payment-form.css';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { lockClosedOutline } from 'ionicons/icons';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useOnline } from '../lib/online.ts';
import { useReloadHold } from '../lib/reload-hold.ts';
import { useConfig } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/fields/form.tsx';
import { useShown } from '../ui/ionic/use-shown.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { dismiss, toast } from '../ui/toasts/toast.tsx';
import { outOfTheWay } from '../ui/top-layer.ts';
import { loadPayments } from './card-payments.ts';

/**
 * A refusal: a text for the person, or `beside` if the card's fields already show it. `unsure`: the payment may
 * still have been made, so no other card is proposed.
 */
export type Refused = { text: string | undefined; unsure?: boolean } | 'beside';

export interface CardFormProps {
  clientSecret: string;
  submitLabel: string;
  /** The title of the toast after a refused card (spec §8). */
  refusedTitle: string;
  /** Called if the provider's form cannot be loaded. */
  onUnavailable: () => void;
  /** The text shown then. */
  unavailable: string;
  /** Called at submit; `elements` is `null` for a saved card. Resolves with `null` when done. */
  onSubmit: (stripe: Stripe, elements: StripeElements | null) => Promise<Refused | null>;
  /**
   * Called if the provider refuses to show its form, because the payment is over or never existed. @returns whether
   * the caller has handled it
   */
  onLoadError: (stripe: Stripe, error: StripeError) => Promise<boolean>;
  /** Content above the card's fields. */
  before?: ReactNode;
  /** A saved card replaces the fields. */
  withoutFields?: boolean;
  /** Content under the button; receives whether the form is busy. */
  after?: (busy: boolean) => ReactNode;
  /** Disabled by the caller, for example while the payment is being cancelled. */
  held?: boolean;
}

/** The card provider's element with its button. After a refused card the person can try another here. */
export function CardForm(props: CardFormProps) {
  const payments = useConfig()?.payments;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const appearance = useAppearance();
  const { onUnavailable, unavailable } = props;

  const failing = useRef(onUnavailable);
  failing.current = onUnavailable;
  const load = useCallback(() => {
    if (!payments) return;
    setFailed(false);
    loadPayments(payments).then(setStripe, () => {
      setFailed(true);
      failing.current();
    });
  }, [payments]);
  useEffect(load, [load]);

  if (failed) return <ErrorState error={new Error(unavailable)} onRetry={load} />;
  if (!stripe) return <Skeleton cards={1} label="Preparing the card payment" />;
  return (
    <Elements
      key={`${props.clientSecret} ${tries}`}
      stripe={stripe}
      options={{ clientSecret: props.clientSecret, appearance }}
    >
      <Fields {...props} onRetry={() => setTries(tries + 1)} />
    </Elements>
  );
}

function Fields({
  submitLabel,
  refusedTitle,
  onUnavailable,
  unavailable,
  onSubmit,
  onLoadError,
  before,
  withoutFields = false,
  after,
  held = false,
  onRetry,
}: CardFormProps & { onRetry: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [loaded, setLoaded] = useState(false);
  const [broken, setBroken] = useState(false);
  const { busy, refusal, run } = useSubmission(refusedTitle);
  const shown = useShown();
  // The text in the provider's fields exists nowhere else.
  useReloadHold(shown || busy);
  const ready = withoutFields || loaded;

  const submit = (form: HTMLFormElement) => {
    if (held || !ready || !stripe || !elements) return;
    void run(() => outOfTheWay(form, () => onSubmit(stripe, withoutFields ? null : elements)));
  };

  const recover = async (error: StripeError) => {
    if (stripe && (await onLoadError(stripe, error))) return;
    setBroken(true);
    onUnavailable();
  };

  if (broken) return <ErrorState error={new Error(unavailable)} onRetry={onRetry} />;
  return (
    <Form className="payment-form" onSubmit={submit}>
      {before}
      {!withoutFields && (
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setLoaded(true)}
          onLoadError={({ error }) => void recover(error)}
        />
      )}
      {refusal && <Refusal {...refusal} />}
      <Button type="submit" kind="accent" icon={lockClosedOutline} wide busy={busy || held || !ready}>
        {submitLabel}
      </Button>
      {after?.(busy)}
    </Form>
  );
}

function Refusal({ text, unsure }: { text: string; unsure: boolean }) {
  const online = useOnline();
  return (
    <p className="payment-refusal" role="alert">
      {online && !unsure ? `${text} You can try another card.` : text}
    </p>
  );
}

/** Submits once at a time; a refusal is kept until the next attempt, and reported. */
function useSubmission(refusedTitle: string) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; unsure: boolean } | null>(null);
  const working = useRef(false);

  const refuse = (reason: string | undefined, unsure = false) => {
    const text = reason || 'An unexpected error occurred';
    setRefusal({ text, unsure });
    toast({ title: refusedTitle, description: text, style: 'destructive' });
  };

  const run = async (submit: () => Promise<Refused | null>) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setRefusal(null);
    dismiss();
    try {
      const refused = await submit();
      if (refused && refused !== 'beside') refuse(refused.text, refused.unsure);
    } catch (error) {
      refuse(error instanceof Error ? error.message : undefined);
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}

const dark = '(prefers-color-scheme: dark)';

/** Our design tokens for the provider's element, whose frame does not see our stylesheets. */
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
      fontSizeBase: tokens.fontSize,
    },
  };
}
