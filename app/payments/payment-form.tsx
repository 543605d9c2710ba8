import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PaymentMethod } from '../../api/contract/schemas/payments.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { toast } from '../ui/toasts/toast.tsx';
import { CardForm } from './card-form.tsx';
import { isExpired, savedCardsQuery } from './cards.ts';
import { SavedCards } from './saved-cards.tsx';
import { UnderWay } from './under-way.tsx';
import { type CardPaymentProps, useCardPayment } from './use-card-payment.ts';

export interface PaymentFormProps extends CardPaymentProps {
  submitLabel: string;
  /** The text of the toast if the provider's form cannot be loaded (spec §8). */
  failure: string;
  /** A sentence about the next step after a payment that the bank has not decided. */
  follows: string;
  /** Content under the button; receives whether the form is busy. */
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
  // The form is shown when the saved cards are known; they are a help, but not worth a long wait.
  if (isLoading && !waited) return <Skeleton cards={1} label="Preparing the card payment" />;
  return <Form {...props} cards={cards.filter((card) => !isExpired(card))} />;
}

function Form({
  submitLabel,
  failure,
  follows,
  after,
  held,
  cards: known,
  ...payment
}: PaymentFormProps & { cards: PaymentMethod[] }) {
  // The list does not change while the person uses it.
  const [cards] = useState(known);
  const [chosen, setChosen] = useState(cards[0]?.id ?? null);
  const { underWay, pay, recover, look } = useCardPayment(payment, chosen, cards.length > 0);
  if (underWay) return <UnderWay follows={follows} look={look} />;
  return (
    <CardForm
      clientSecret={payment.clientSecret}
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
