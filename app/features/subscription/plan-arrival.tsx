import './subscription.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { planName } from '../../shared/plan-facts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { awaitPlan } from './activation.ts';
import {
  activatingText,
  forgetPlanPayment,
  lateText,
  receivePlanPayment,
  usePlanPayment,
  welcomeTo,
} from './plan-payment.ts';

/** Shown above the bookings after a payment for a plan: a welcome once the server knows the plan. */
export function PlanArrival({ shown }: { shown: boolean }) {
  const ended = usePlanPayment();
  useEffect(receivePlanPayment, []);
  useToldOfRefusal(shown && ended === 'failed');
  const { late, lookAgain } = useActivation(
    shown && ended !== null && ended !== 'failed',
    ended === 'credited',
  );

  if (!ended) return null;
  if (ended === 'failed') {
    return (
      <Card className="plan-arrival" role="status">
        <p>Your plan was not started, and nothing was charged.</p>
        <ButtonLink href={hrefs.subscribe()} size="small">
          Try another card
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card className="plan-arrival" role="status">
      {late ? (
        <>
          <p>{lateText[ended]}</p>
          <Button kind="quiet" size="small" onClick={lookAgain}>
            Check again
          </Button>
        </>
      ) : (
        <>
          <span className="spinner" aria-hidden="true" />
          <p>{activatingText[ended]}</p>
        </>
      )}
    </Card>
  );
}

/** Reports once that the bank refused. */
function useToldOfRefusal(refused: boolean): void {
  const isReported = useRef(false);
  useEffect(() => {
    if (!refused || isReported.current) return;
    isReported.current = true;
    toast({
      title: 'Payment Failed',
      description: 'Your bank did not approve this payment.',
      style: 'destructive',
    });
  }, [refused]);
}

/** Waits for the plan while the page is visible, and welcomes the member. @returns `late`: it took too long */
function useActivation(awaited: boolean, credited: boolean): { late: boolean; lookAgain: () => void } {
  const client = useQueryClient();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!awaited) setLate(false);
    if (!awaited || late) return;
    const leaving = new AbortController();
    awaitPlan(client, leaving.signal).then((user) => {
      if (leaving.signal.aborted) return;
      if (!user || user.subscriptionTier === 'none') return setLate(true);
      forgetPlanPayment();
      void client.invalidateQueries({ queryKey: keyOf('listBillingHistory') });
      const name = user.plan?.name ?? planName(user.subscriptionTier);
      toast(welcomeTo({ name, hours: user.monthlyHours }, credited));
    });
    return () => leaving.abort();
  }, [awaited, client, credited, late]);
  return { late, lookAgain: () => setLate(false) };
}
