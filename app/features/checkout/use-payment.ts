import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { arrivalAt, forgetArrival } from '../../lib/address-parameters.ts';
import { call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { intentOf } from '../../payments/card-payments.ts';
import { settlePayment } from '../../payments/settle.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { type Begin, beginFromAddress } from './begin.ts';
import { type Details, forgetHandover, type Handover } from './checkout-handover.ts';
import { begin, type Effect, type Event, type State, step } from './payment.machine.ts';
import { forgetPayment, pendingPayment, rememberPayment } from './pending.ts';
import { keptOf, refusalOf } from './refusal.ts';

const redirectMs = 1000;

/** Reports to the surrounding page. */
export interface Reports {
  /** The payment is made and booked; the page stays visible for a moment. */
  onBooked: (booking: Booking) => void;
  /** The payment is made, and it is unknown whether it is booked. */
  onUnbooked: () => void;
  /** The client secret can no longer be used. */
  onUnusable: () => void;
  /** The person cancelled the payment. */
  onCancelled: () => void;
  /** The moment has passed: the page may lead to the bookings. */
  onDone: () => void;
}

interface PaymentInput extends Reports {
  service: Service;
  shown: boolean;
  handover: Handover | undefined;
}

/** Resolves after all effects of the event, with the server's answer if one is needed. */
export type Send = (event: Event) => Promise<void>;

/** Runs the payment of a service: holds its state, and runs the effects of its events. */
export function usePayment({ service, shown, handover, ...reports }: PaymentInput): [State, Send] {
  const [first] = useState(() =>
    begin(service.name, foundOf(service.id, handover), pendingPayment(service.id)),
  );
  const [state, show] = useState(first.state);
  // The newest state. The rendered one is updated a moment later, and a second tap may come in between.
  const current = useRef(state);

  const perform = usePerform(service.id, reports);
  const send = useCallback<Send>(
    async (event) => {
      const next = step(current.current, event);
      current.current = next.state;
      show(next.state);
      await Promise.all(next.effects.map((effect) => perform(effect, send)));
    },
    [perform],
  );

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    for (const effect of first.effects) void perform(effect, send);
  }, [first, perform, send]);

  const { onDone } = reports;
  const isBooked = state.at.name === 'booked';
  useEffect(() => {
    if (!isBooked || !shown) return;
    const timer = setTimeout(onDone, redirectMs);
    return () => clearTimeout(timer);
  }, [isBooked, shown, onDone]);

  return [state, send];
}

/** The dialog's data, otherwise the address's. */
function foundOf(serviceId: string, handover: Handover | undefined): Begin {
  if (handover?.clientSecret) return { ...handover, claimed: null, broken: false, returned: null };
  return beginFromAddress(arrivalAt(hrefs.checkout(serviceId)) ?? {});
}

/** Runs an effect of the payment, and sends the event that results from it. */
function usePerform(serviceId: string, reports: Reports) {
  const { mutateAsync: book } = useMutation({
    mutationFn: ({ payment, details }: { payment: string; details: Details }) =>
      settlePayment({ paymentIntentId: payment, serviceId, ...details }),
  });
  const { mutateAsync: cancel } = useMutation({
    mutationFn: (clientSecret: string) =>
      call('cancelPaymentIntent', { body: { paymentIntentId: intentOf(clientSecret) } }),
  });
  const latest = useRef(reports);
  latest.current = reports;

  return useCallback(
    async (effect: Effect, send: Send): Promise<void> => {
      switch (effect.do) {
        case 'book': {
          const { payment } = effect;
          return send(
            await book(effect).then(
              (booking): Event => ({ name: 'booked', booking }),
              (error: Error): Event => ({ name: 'not booked', payment, refusal: refusalOf(error) }),
            ),
          );
        }
        case 'cancel': {
          const { clientSecret } = effect;
          return send(
            await cancel(clientSecret).then(
              ({ booking }): Event => (booking ? { name: 'booked', booking } : { name: 'given up' }),
              (error: Error): Event => ({
                name: 'not given up',
                payment: intentOf(clientSecret),
                ...keptOf(error),
              }),
            ),
          );
        }
        case 'remember':
          return rememberPayment(serviceId, effect.payment);
        case 'forget':
          return forget(serviceId, effect.what);
        case 'tell':
          return void toast(effect.toast);
        case 'report':
          return report(latest.current, effect);
      }
    },
    [book, cancel, serviceId],
  );
}

function forget(serviceId: string, what: 'payment' | 'arrival' | 'all'): void {
  if (what !== 'payment') forgetArrival();
  if (what === 'all') forgetHandover(serviceId);
  if (what !== 'arrival') forgetPayment(serviceId);
}

function report(to: Reports, effect: Extract<Effect, { do: 'report' }>): void {
  if (effect.what === 'booked') to.onBooked(effect.booking);
  else if (effect.what === 'unbooked') to.onUnbooked();
  else if (effect.what === 'unusable') to.onUnusable();
  else to.onCancelled();
}
