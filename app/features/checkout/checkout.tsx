import './checkout.css';
import { type ReactNode, useRef } from 'react';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { useOnline } from '../../lib/online.ts';
import { PaymentForm } from '../../payments/payment-form.tsx';
import { UnderWay } from '../../payments/under-way.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { Details, Handover } from './checkout-handover.ts';
import { Done, Refunded, ServiceNotFound, Unbooked } from './ends.tsx';
import type { Fault, State } from './payment.machine.ts';
import { useService } from './queries.ts';
import { ServiceSummary } from './summary.tsx';
import { type Reports, type Send, usePayment } from './use-payment.ts';

const follows = 'Your booking is made by itself once it is through.';

/** The form that asks for the details and gives a new client secret. */
type AskDetails = (ask: {
  service: Service;
  known: Details;
  onReady: (details: Details, clientSecret: string) => void;
}) => ReactNode;

interface Props extends Reports {
  /** How long the chosen time is kept, above the card. */
  time: ReactNode;
  serviceId: string;
  shown: boolean;
  handover: Handover | undefined;
  askDetails: AskDetails;
}

/** Pays one service by card (spec §2, §4): details if they were lost, the payment, the booking. */
export function Checkout({ serviceId, ...props }: Props) {
  const { service, missing, error, retry } = useService(serviceId, props.shown);
  if (missing || service?.price === null) return <ServiceNotFound />;
  if (service) return <Payment {...props} service={service} />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return <Skeleton cards={2} label="Reading the service" />;
}

function Payment({ askDetails, time, ...purchase }: Omit<Props, 'serviceId'> & { service: Service }) {
  const [state, send] = usePayment(purchase);
  const service = useAsPaid(purchase, state);
  const { at } = state;
  const lookAgain = () => send({ name: 'look again' });
  switch (at.name) {
    case 'booked':
      return <Done />;
    case 'refunded':
      return <Refunded words={at.words} />;
    case 'unbooked':
      return <Unbooked busy={at.asking} onRetry={lookAgain} />;
    case 'under way':
      return (
        <Card aria-label="Payment">
          <h2>Payment</h2>
          <UnderWay follows={follows} look={lookAgain} />
        </Card>
      );
    case 'looking':
      return at.failed ? (
        <ErrorState error={at.failed} onRetry={lookAgain} />
      ) : (
        <Skeleton cards={2} label="Looking whether your payment went through" />
      );
    default:
      return <Form service={service} state={state} send={send} askDetails={askDetails} time={time} />;
  }
}

/** The service at the price for which the payment began, although the offer may have changed since. */
function useAsPaid(
  { service, handover }: Pick<Parameters<typeof usePayment>[0], 'service' | 'handover'>,
  { clientSecret }: State,
): Service {
  const price = useRef(handover?.clientSecret ? (handover.price ?? service.price) : service.price);
  if (!clientSecret) price.current = service.price;
  return { ...service, price: price.current };
}

interface FormProps {
  service: Service;
  state: State;
  send: Send;
  askDetails: AskDetails;
  time: ReactNode;
}

/** The summary and the form: the details first if they are missing, then the card. */
function Form({ service, state, send, askDetails, time }: FormProps) {
  const { at, clientSecret, details, fault } = state;
  return (
    <div className="checkout">
      <ServiceSummary service={service} details={details} />
      <Card aria-label={clientSecret ? 'Payment' : 'Your details'}>
        {at.name === 'booking' && at.from === 'bank' ? (
          <Skeleton cards={1} label="Confirming your booking" />
        ) : clientSecret ? (
          <>
            {time}
            <CardStep service={service} clientSecret={clientSecret} at={at.name} send={send} />
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
              onReady: (given, secret) =>
                void send({ name: 'details given', details: given, clientSecret: secret }),
            })}
          </>
        )}
      </Card>
    </div>
  );
}

interface CardStepProps {
  service: Service;
  clientSecret: string;
  at: State['at']['name'];
  send: Send;
}

/**
 * The card form, and the button that cancels the payment at the provider, so that no other window can pay it any
 * more. Leaving the page by Back keeps the payment: nothing is charged by itself, a return continues with the same
 * payment, and the server cancels a payment that stays unpaid for a day.
 */
function CardStep({ service, clientSecret, at, send }: CardStepProps) {
  const online = useOnline();
  return (
    <>
      <h2>Payment</h2>
      <PaymentForm
        clientSecret={clientSecret}
        submitLabel={`Pay ${formatMoney(Math.round((service.price ?? 0) * 100))}`}
        returnPath={hrefs.checkout(service.id)}
        failure="Failed to initialize payment"
        follows={follows}
        onPaying={(payment) => void send({ name: 'paying', payment })}
        onSucceeded={(payment) => send({ name: 'paid', payment })}
        onUnusable={() => void send({ name: 'lapsed' })}
        held={at !== 'card'}
        after={(paying) => (
          <Button
            kind="plain"
            wide
            busy={at === 'cancelling'}
            disabled={paying || at === 'booking' || !online}
            onClick={() => void (online && send({ name: 'give up' }))}
          >
            Cancel payment
          </Button>
        )}
      />
    </>
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
