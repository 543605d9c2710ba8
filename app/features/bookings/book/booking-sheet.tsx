import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { centsOf, formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { userQuery, useZone } from '../../../lib/session.ts';
import { inSentence } from '../../../lib/time/dates.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { planOrSuggested, plansQuery } from '../../../shared/plan-facts.ts';
import { UnlessLeaving } from '../../../shared/unless-leaving.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Money } from '../../../ui/money.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { bookWithPlan, type Chosen, goOnByCard } from '../form/book.ts';
import { BookingStep } from '../form/booking-step.tsx';
import { type BookingFields, type BookingKind, forgetDraft } from '../form/drafts.ts';
import { againFields } from '../form/homes.ts';
import { keepJustBooked } from '../just-booked.ts';
import { keepBooking } from '../queries.ts';
import { KeptForPayment } from '../slots/kept-for-payment.tsx';
import { forgetKept, handOn, letGo } from '../slots/kept-time.ts';
import { ChoiceStep } from './choice-step.tsx';
import { DetailsForm } from './details-form.tsx';
import { HoursTerms } from './hours-terms.tsx';
import { OneTimeDetails } from './one-time-details.tsx';
import { useHoursTerms } from './use-hours-terms.ts';

interface Props {
  /** `choice` first asks how to pay. */
  kind: BookingKind | 'choice';
  service: Service;
  /** The description of the service, above the choice. */
  about: ReactNode;
  /** The booking to repeat: its details fill the form. */
  again: Booking | undefined;
  user: User | null;
  open: boolean;
  onClose: () => void;
  onChoose: (kind: BookingKind | 'custom_quote') => void;
  /** Leads back to the choice, for a person who came from it. */
  onBack: (() => void) | undefined;
  /** Called when the card payment can begin. */
  onPay: (details: BookingFields, clientSecret: string) => void;
  /** Called after booking, when a plan must still be paid for. */
  onSubscribe: (details: BookingFields) => void;
  /** Called after booking with the person's plan. */
  onBooked: (booking: Booking) => void;
  /** Called when the person wants to pay by card alone. */
  onCard: () => void;
}

/** The choice and both booking dialogs (spec §4): the details, then the step that leads to the payment. */
export default function BookingSheet(props: Props) {
  const { kind, service, user, open, onClose } = props;
  return (
    <Sheet open={open} title={titleOf(props)} onClose={onClose}>
      <UnlessLeaving user={user} shown={open}>
        {kind === 'choice' && <ChoiceStep {...props} />}
        {kind === 'one_time' && <OneTimeSteps {...props} />}
        {kind === 'subscription' && <SubscriptionSteps {...props} />}
      </UnlessLeaving>
      <span className="visually-hidden">{service.name}</span>
    </Sheet>
  );
}

function titleOf({ kind, service }: Props): string {
  if (kind === 'choice') return service.name;
  return kind === 'one_time' ? 'Book this service' : 'Book with Subscription';
}

function OneTimeSteps({ service, user, again, open, onBack, onPay }: Props) {
  const [ready, setReady] = useState<{ details: BookingFields; clientSecret: string } | null>(null);
  const goesOn = useRef(false);
  const isReady = ready !== null;
  const { id: serviceId } = service;
  // Who closes the sheet before the payment gives the chosen time back.
  useEffect(() => {
    if (!isReady || !open) return;
    goesOn.current = false;
    return () => {
      if (!goesOn.current) letGo({ serviceId }, true);
    };
  }, [isReady, open, serviceId]);
  const cents = centsOf(service.price) ?? 0;
  if (ready) {
    return (
      <BookingStep title="Ready to Complete Payment" what={service.name} when={ready.details.scheduledDate}>
        <p>
          You pay <Money cents={cents} trimZeros /> once, by card. Nothing has been charged yet.
        </p>
        <KeptForPayment serviceId={service.id} />
        <Button
          kind="accent"
          wide
          onClick={() => {
            goesOn.current = true;
            onPay(ready.details, ready.clientSecret);
          }}
        >
          Continue to Payment
        </Button>
        <Button
          kind="plain"
          wide
          onClick={() => {
            goesOn.current = true;
            setReady(null);
          }}
        >
          Change the details
        </Button>
      </BookingStep>
    );
  }
  return (
    <>
      <ServiceLine
        service={service}
        price={`${formatMoney(cents, { trimZeros: true })} one-time`}
        onBack={onBack}
      />
      <OneTimeDetails
        service={service}
        user={user}
        known={again && againFields('one_time', again)}
        open={open}
        onReady={(details, clientSecret) => setReady({ details, clientSecret })}
      />
    </>
  );
}

function SubscriptionSteps({ service, user, open, again, onBack, onSubscribe, onBooked, onCard }: Props) {
  const client = useQueryClient();
  const [booked, setBooked] = useState<BookingFields | null>(null);
  const zone = useZone();
  const hours = useHoursTerms(service.id, open && user !== null);
  const offer = useQuery({ ...plansQuery(), enabled: open && user?.subscriptionTier === 'none' });

  const book = async (details: BookingFields, chosen: Chosen) => {
    const booking = await hours.asAgreed((past) => bookWithPlan(service, details, past, chosen));
    // A booking that waits for its plan keeps its time for that long.
    if (booking.unpaidUntil) handOn('payment');
    else forgetKept();
    forgetDraft('subscription', service.id);
    keepBooking(client, booking);
    void client.invalidateQueries(userQuery());
    toast({
      title: 'Booking Created',
      description: oneText`${service.name}, ${whenOf(booking, zone)}`,
      low: true,
    });
    if (user && user.subscriptionTier !== 'none') onBooked(booking);
    else {
      // The plan's payment leads to the bookings, which open this one.
      keepJustBooked(booking.id);
      setBooked(details);
    }
  };

  if (booked) {
    const plan = planOrSuggested(offer.data?.plans ?? [], booked.subscriptionTier);
    return (
      <BookingStep title="Booking Created" what={service.name} when={booked.scheduledDate}>
        {plan ? (
          <p>
            <span>{oneText`Next, start your ${plan.name} plan: ${plan.hours} hours a month for`}</span>{' '}
            <Money cents={plan.priceCents} />
            <span>.</span>
          </p>
        ) : (
          <p>Next, start your plan.</p>
        )}
        <KeptForPayment serviceId={service.id} />
        <Button kind="accent" wide onClick={() => onSubscribe(booked)}>
          Continue to Subscription
        </Button>
      </BookingStep>
    );
  }
  return (
    <>
      <ServiceLine
        service={service}
        price={`${service.estimatedHours}h of ${user?.subscriptionTier === 'none' ? 'a' : 'your'} plan`}
        onBack={onBack}
      />
      <DetailsForm
        kind="subscription"
        service={service}
        user={user}
        known={again && againFields('subscription', again)}
        open={open}
        submitLabel="Create Booking"
        failure={{ title: 'Booking Failed', description: 'Failed to create booking. Please try again.' }}
        isReady={hours.isReady}
        onWhen={hours.onWhen}
        onSubmit={book}
      >
        {user && (
          <HoursTerms
            service={service}
            user={user}
            {...hours.shown}
            onCard={() => {
              goOnByCard(service.id);
              onCard();
            }}
          />
        )}
      </DetailsForm>
    </>
  );
}

const whenOf = (booking: Booking, zone: string) =>
  booking.scheduledDate ? inSentence(visitTime(booking, zone)) : 'to be scheduled';

function ServiceLine({
  service,
  price,
  onBack,
}: {
  service: Service;
  price: string;
  onBack: (() => void) | undefined;
}) {
  const line = useRef<HTMLParagraphElement>(null);
  // The focus moves here, because the button that had it has gone with the choice.
  useEffect(() => {
    if (onBack) line.current?.focus();
  }, [onBack]);
  return (
    <div className="service-line">
      <p ref={line} tabIndex={-1}>
        <strong>{service.name}</strong> <span className="muted">{price}</span>
      </p>
      {onBack && (
        <Button kind="plain" size="small" onClick={onBack}>
          Change
        </Button>
      )}
    </div>
  );
}
