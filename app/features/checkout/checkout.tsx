import './checkout.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Booking, Service } from '../../../api/contract/entities.ts';
import { ApiError } from '../../lib/api.ts';
import { arrivalAt, forgetArrival } from '../../lib/arrival.ts';
import { formatMoney } from '../../lib/money.ts';
import { settlePayment, wordsOf } from '../../lib/settle.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PaymentForm } from '../../ui/payment-form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { UnderWay } from '../../ui/under-way.tsx';
import { type Begin, beginFromAddress } from './arrive.ts';
import { Done, Refunded, ServiceNotFound, Unbooked } from './ends.tsx';
import { useGiveUp } from './give-up.tsx';
import { type Details, forgetHandover, type Handover } from './handover.ts';
import { forgetPayment, pendingPayment, rememberPayment } from './pending.ts';
import { useService } from './queries.ts';
import { ServiceSummary } from './summary.tsx';

const redirectMs = 1000;
const follows = 'Your booking is made by itself once it is through.';

interface Props {
  serviceId: string;
  shown: boolean;
  handover: Handover | undefined;
  /** The form that asks for the details and gives a new client secret. */
  askDetails: (ask: {
    service: Service;
    known: Details;
    onReady: (details: Details, clientSecret: string) => void;
  }) => ReactNode;
  /** It is paid and booked; the page stays for a moment yet. */
  onBooked: (booking: Booking) => void;
  /** It is paid, and whether it is booked could not be learnt. */
  onUnbooked: () => void;
  /** The client secret can no longer be used. */
  onUnusable: () => void;
  /** The person gave the payment up. */
  onCancelled: () => void;
  /** Time to go to the bookings. */
  onDone: () => void;
}

/** Pays one service by card (spec §2, §4): details if they were lost, the payment, the booking. */
export function Checkout(props: Props) {
  const { service, missing, error, retry } = useService(props.serviceId, props.shown);
  if (missing || service?.price === null) return <ServiceNotFound />;
  if (service) return <Payment {...props} service={service} />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return <Skeleton cards={2} label="Reading the service" />;
}

/** Why the details are asked for again. `broken`: the address named a payment that is none of this person's. */
type Fault = 'broken' | 'lapsed' | null;

function beginning(serviceId: string, handover: Handover | undefined): Begin {
  if (handover?.clientSecret) return { ...handover, claimed: null, broken: false, returned: null };
  return beginFromAddress(arrivalAt(hrefs.checkout(serviceId)) ?? {});
}

const isUnpaid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payment_incomplete';

/** The bank has not decided: it may yet be paid. */
const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payment_processing';

/** There is no such payment of this person's, or it was for another service. */
const isNotTheirs = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The server has said what became of the payment, and will not say otherwise. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !isUndecided(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status);

function Payment({
  serviceId,
  shown,
  service,
  handover,
  askDetails,
  onBooked,
  onUnbooked,
  onUnusable,
  onCancelled,
  onDone,
}: Props & { service: Service }) {
  const [begin] = useState(() => beginning(serviceId, handover));
  const [details, setDetails] = useState(begin.details);
  const [clientSecret, setClientSecret] = useState(begin.clientSecret);
  const [fault, setFault] = useState<Fault>(begin.broken ? 'broken' : null);
  const [paid, setPaid] = useState<string | null>(null);
  const [booked, setBooked] = useState(false);
  // Once known it stays, also while the server is asked again.
  const [underWay, setUnderWay] = useState(false);
  const [unbooked, setUnbooked] = useState(false);

  // Looked at before anything is paid: a payment that this tab began and lost sight of, which may have gone through,
  // and one that an address claims to be this person's, and for this service.
  const [unsettled, setUnsettled] = useState<string[]>(() => {
    if (begin.returned) return [];
    const known = [pendingPayment(serviceId), begin.claimed].filter((id) => id !== null);
    return [...new Set(known)];
  });
  const [looking] = unsettled;

  const celebrate = (booking: Booking) => {
    forgetArrival();
    forgetHandover(serviceId);
    forgetPayment(serviceId);
    setBooked(true);
    onBooked(booking);
    toast({ title: 'Payment Successful', description: `${service.name} is booked.` });
  };
  const discard = () => {
    setClientSecret(null);
    setFault('broken');
  };
  const tellUnpaid = (error: unknown) =>
    toast({ title: 'Payment Failed', description: wordsOf(error), style: 'destructive' });
  const asked = useRef<string>(undefined);
  /** From now on the page looks for itself what becomes of it. */
  const waitFor = (paymentIntentId: string) => {
    asked.current = paymentIntentId;
    rememberPayment(serviceId, paymentIntentId);
    setUnsettled((all) => [...new Set([paymentIntentId, ...all])]);
    setUnderWay(true);
  };
  const settle = useMutation({
    mutationFn: (paymentIntentId: string) => settlePayment({ paymentIntentId, serviceId, ...details }),
    onSuccess: celebrate,
    onError: (error, paymentIntentId) => {
      if (isUndecided(error)) return waitFor(paymentIntentId);
      if (isFinal(error)) forgetPayment(serviceId);
      if (looking) {
        if (!isFinal(error)) return;
        if (paymentIntentId === begin.claimed && isNotTheirs(error)) discard();
        else if (underWay && isUnpaid(error)) tellUnpaid(error);
        setUnderWay(false);
        setUnsettled(unsettled.slice(1));
        return;
      }
      setUnbooked(false);
      if (isNotTheirs(error)) {
        setPaid(null);
        discard();
        return;
      }
      if (isUnpaid(error)) return tellUnpaid(error);
      setUnbooked(true);
      onUnbooked();
      toast({
        title: 'Payment Processed',
        description: `Payment successful but booking creation failed: ${wordsOf(error)}. Contact support.`,
        style: 'destructive',
      });
    },
  });
  const { mutateAsync } = settle;
  const book = async (paymentIntentId: string) => {
    setPaid(paymentIntentId);
    await mutateAsync(paymentIntentId).catch(() => {});
  };
  const { busy, offline, giveUp } = useGiveUp(clientSecret, {
    onBooked: celebrate,
    onUndecided: waitFor,
    onCancelled() {
      forgetArrival();
      forgetHandover(serviceId);
      forgetPayment(serviceId);
      onCancelled();
    },
  });

  useEffect(() => {
    if (!looking || asked.current === looking) return;
    asked.current = looking;
    mutateAsync(looking).catch(() => {});
  }, [looking, mutateAsync]);

  useEffect(() => {
    if (fault === 'broken')
      toast({ title: 'Error', description: 'Failed to initialize payment', style: 'destructive' });
  }, [fault]);

  // Back from the payer's bank: what happened there is settled at once.
  const returned = begin.returned;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !returned) return;
    begun.current = true;
    forgetArrival();
    if (returned.failed) {
      forgetPayment(serviceId);
      toast({
        title: 'Payment Failed',
        description: 'Your bank did not approve this payment.',
        style: 'destructive',
      });
    } else {
      setPaid(returned.paymentIntentId);
      mutateAsync(returned.paymentIntentId).catch(() => {});
    }
  }, [returned, serviceId, mutateAsync]);

  useEffect(() => {
    if (!booked || !shown) return;
    const timer = setTimeout(onDone, redirectMs);
    return () => clearTimeout(timer);
  }, [booked, shown, onDone]);

  if (booked) return <Done />;
  if (looking && underWay) {
    return (
      <Card aria-label="Payment">
        <h2>Payment</h2>
        <UnderWay follows={follows} look={() => mutateAsync(looking)} />
      </Card>
    );
  }
  if (looking) {
    return settle.error && !isFinal(settle.error) ? (
      <ErrorState error={settle.error} onRetry={() => settle.mutate(looking)} />
    ) : (
      <Skeleton cards={2} label="Looking whether your payment went through" />
    );
  }
  if (settle.error instanceof ApiError && settle.error.code === 'conflict')
    return <Refunded error={settle.error} />;
  if (paid && unbooked) {
    return <Unbooked busy={settle.isPending} onRetry={() => settle.mutate(paid)} />;
  }
  return (
    <div className="checkout">
      <ServiceSummary service={service} details={details} />
      <Card aria-label={clientSecret ? 'Payment' : 'Your details'}>
        {returned && settle.isPending ? (
          <Skeleton cards={1} label="Confirming your booking" />
        ) : clientSecret ? (
          <>
            <h2>Payment</h2>
            <PaymentForm
              clientSecret={clientSecret}
              submitLabel={`Pay ${formatMoney(Math.round((service.price ?? 0) * 100))}`}
              returnPath={hrefs.checkout(serviceId)}
              failure="Failed to initialize payment"
              follows={follows}
              onPaying={(paymentIntentId) => rememberPayment(serviceId, paymentIntentId)}
              onSucceeded={book}
              onUnusable={() => {
                onUnusable();
                setFault('lapsed');
                setClientSecret(null);
              }}
              held={busy}
              after={(paying) => (
                <Button kind="plain" wide busy={busy} disabled={paying || offline} onClick={giveUp}>
                  Cancel payment
                </Button>
              )}
            />
          </>
        ) : (
          <>
            <h2>Your details</h2>
            <p className="muted checkout-why" {...(fault && { role: 'alert' })}>
              {why(fault, details)}
            </p>
            {askDetails({
              service,
              known: details,
              onReady: (given, secret) => {
                setDetails(given);
                setFault(null);
                setClientSecret(secret);
              },
            })}
          </>
        )}
      </Card>
    </div>
  );
}

function why(fault: Fault, details: Details): string {
  if (fault === 'broken')
    return 'This payment could not be found, and nothing was charged. Please check your details to begin again.';
  if (fault === 'lapsed')
    return 'That payment has lapsed, and nothing was charged. Please check your details to begin again.';
  if (details.customerName) return 'Please check them; the payment follows.';
  return 'The payment begins again when a page is reloaded. Nothing has been charged.';
}
