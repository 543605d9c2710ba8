import './checkout.css';
import { useMutation } from '@tanstack/react-query';
import { checkmarkCircleOutline } from 'ionicons/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Booking, Service } from '../../../api/contract/entities.ts';
import { ApiError } from '../../lib/api.ts';
import { arrivalAt, forgetArrival } from '../../lib/arrival.ts';
import { formatMoney } from '../../lib/money.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaymentForm } from '../../ui/payment-form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Begin, beginFromAddress } from './arrive.ts';
import { type Details, forgetHandover, type Handover } from './handover.ts';
import { forgetPayment, pendingPayment, rememberPayment } from './pending.ts';
import { useService } from './queries.ts';
import { settlePayment, wordsOf } from './settle.ts';
import { ServiceSummary } from './summary.tsx';

const redirectMs = 1000;

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

function ServiceNotFound() {
  return (
    <EmptyState
      drawing="search"
      title="Service Not Found"
      text="It may no longer be offered, or is booked with a plan only."
      action={
        <ButtonLink href={hrefs.services} size="small">
          All services
        </ButtonLink>
      }
    />
  );
}

function beginning(serviceId: string, handover: Handover | undefined): Begin {
  if (handover?.clientSecret) return { ...handover, returned: null };
  return beginFromAddress(arrivalAt(hrefs.checkout(serviceId)) ?? {});
}

const isUnpaid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payment_incomplete';

/** The server has said what became of the payment, and will not say otherwise. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
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
  onDone,
}: Props & { service: Service }) {
  const [begin] = useState(() => beginning(serviceId, handover));
  const [details, setDetails] = useState(begin.details);
  const [clientSecret, setClientSecret] = useState(begin.clientSecret);
  const [lapsed, setLapsed] = useState(false);
  const [paid, setPaid] = useState<string | null>(null);

  // A payment that this tab began and lost sight of may have gone through: that is found out before another begins.
  const [unsettled, setUnsettled] = useState(() => begin.returned === null && pendingPayment(serviceId));

  const settle = useMutation({
    mutationFn: (paymentIntentId: string) => settlePayment({ paymentIntentId, serviceId, ...details }),
    onSuccess: (booking) => {
      forgetArrival();
      forgetHandover(serviceId);
      forgetPayment(serviceId);
      onBooked(booking);
      toast({ title: 'Payment Successful', description: `${service.name} is booked.` });
    },
    onError: (error) => {
      if (isFinal(error)) forgetPayment(serviceId);
      if (unsettled) {
        if (isFinal(error)) setUnsettled(null);
        return;
      }
      if (isUnpaid(error)) {
        toast({ title: 'Payment Failed', description: wordsOf(error), style: 'destructive' });
        return;
      }
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

  // Back from the payer's bank: what happened there is settled at once.
  const returned = begin.returned;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (unsettled) mutateAsync(unsettled).catch(() => {});
    if (!returned) return;
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
  }, [returned, unsettled, serviceId, mutateAsync]);

  useEffect(() => {
    if (!settle.isSuccess || !shown) return;
    const timer = setTimeout(onDone, redirectMs);
    return () => clearTimeout(timer);
  }, [settle.isSuccess, shown, onDone]);

  if (settle.isSuccess) return <Done />;
  if (unsettled) {
    return settle.error ? (
      <ErrorState error={settle.error} onRetry={() => settle.mutate(unsettled)} />
    ) : (
      <Skeleton cards={2} label="Looking whether your payment went through" />
    );
  }
  if (settle.error instanceof ApiError && settle.error.code === 'conflict')
    return <Refunded error={settle.error} />;
  if (paid && settle.error && !isUnpaid(settle.error)) {
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
              onPaying={(paymentIntentId) => rememberPayment(serviceId, paymentIntentId)}
              onSucceeded={book}
              onUnusable={() => {
                onUnusable();
                setLapsed(true);
                setClientSecret(null);
              }}
            />
          </>
        ) : (
          <>
            <h2>Your details</h2>
            <p className="muted checkout-why">{why(lapsed, details)}</p>
            {askDetails({
              service,
              known: details,
              onReady: (given, secret) => {
                setDetails(given);
                setClientSecret(secret);
              },
            })}
          </>
        )}
      </Card>
    </div>
  );
}

function why(lapsed: boolean, details: Details): string {
  if (lapsed)
    return 'That payment has lapsed, and nothing was charged. Please check your details to begin again.';
  if (details.customerName) return 'Please check them; the payment follows.';
  return 'The payment begins again when a page is reloaded. Nothing has been charged.';
}

function Done() {
  return (
    <div className="checkout-end" role="status">
      <Icon src={checkmarkCircleOutline} size={56} />
      <h2>Payment Successful</h2>
      <p className="muted">Taking you to your bookings…</p>
    </div>
  );
}

/** It was paid and could not be booked, and the money goes back. */
function Refunded({ error }: { error: ApiError }) {
  return (
    <div className="checkout-end" role="alert">
      <h2>We could not book it</h2>
      <p className="muted">{error.text}</p>
      <ButtonLink kind="primary" href={hrefs.services}>
        Choose another service
      </ButtonLink>
    </div>
  );
}

/** The money is taken and the booking has not been seen: never a second payment, always a way on. */
function Unbooked({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="checkout-end" role="alert">
      <h2>Your payment went through</h2>
      <p className="muted">
        We have not yet heard that it is booked. It usually appears in your bookings within minutes; you will
        not be charged again.
      </p>
      <Button kind="primary" busy={busy} onClick={onRetry}>
        Check again
      </Button>
      <ButtonLink kind="quiet" href={hrefs.bookings}>
        Go to Bookings
      </ButtonLink>
    </div>
  );
}
