import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { AdminBooking, StatusConsequence } from '../../../api/contract/calls/admin-booking-calls.ts';
import { reasonLimits } from '../../../api/contract/rules/overtime-terms.ts';
import type { BookingStatus, PaymentType } from '../../../api/contract/schemas/bookings.ts';
import { keyOf } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { teamCall } from '../../shared/team-api.ts';
import { useLooked } from '../../ui/hooks/use-looked.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { askedOf, tookOf } from './longer.ts';
import { bookingsAreOld, consequenceQuery, failureText, isConflict } from './queries.ts';
import { forgetReason, keepReason, readReason } from './reason-drafts.ts';

export const hoursLimits = { min: 0, max: 100, step: 0.5 } as const;

export interface StatusSheetProps {
  booking: AdminBooking;
  /** The status chosen at first; the booking's own by default. */
  begins?: BookingStatus;
  open: boolean;
  onClose: () => void;
}

type Choice = ReturnType<typeof useChoice>;
type Wish = ReturnType<typeof wishOf>;

export type StatusChange = ReturnType<typeof useStatusChange>;

/** The chosen status for a booking, its effects, and the call that sets it. */
export function useStatusChange({ booking, begins, open, onClose }: StatusSheetProps) {
  const choice = useChoice(booking, begins, open);
  const wish = wishOf(booking, choice);
  const { found, consequence, asks } = useConsequence(booking, open, choice, wish);
  const save = useSave(booking, choice, wish, { consequence, onClose });
  useNews(booking, choice, consequence, open && !save.isPending);
  const isReplaced = useReplaced(consequence);
  const { overtaken } = choice;
  // Something new is on the screen: the notice, which waits for the effects, or effects that replace others.
  const looked = useLooked(
    consequence && (overtaken || isReplaced) ? `${overtaken} ${JSON.stringify(consequence)}` : null,
  );
  return { choice, wish, found, consequence, asks, save, looked };
}

function useChoice(booking: AdminBooking, begins: BookingStatus | undefined, open: boolean) {
  const [chosen, setChosen] = useState<BookingStatus>(begins ?? booking.status);
  const [hours, setHours] = useState(tookOf(booking));
  /** The booking's status when the dialog was opened, or a newer one reported since. */
  const [current, setCurrent] = useState(booking.status);
  /** The payment type on which the shown effects are based. */
  const [payment, setPayment] = useState<PaymentType>();
  /** The reason for longer work, which the customer reads; kept on the device until it is sent. */
  const [reason, showReason] = useState('');
  const { user } = useUser();
  const userId = user?.id ?? '';
  const setReason = (typed: string) => {
    showReason(typed);
    keepReason(userId, booking.id, typed);
  };
  const [missed, setMissed] = useState(false);
  const [overtaken, setOvertaken] = useState(false);
  /** The server's words for a refusal because of something that has changed; `null` once a newer status is known. */
  const [refusal, setRefusal] = useState<string | null>(null);

  // The dialog opens with the booking's present status; a change while it is open is reported instead.
  const begin = useEffectEvent(() => {
    setChosen(begins ?? booking.status);
    setHours(tookOf(booking));
    setCurrent(booking.status);
    setPayment(undefined);
    showReason(readReason(userId, booking.id));
    setMissed(false);
    setOvertaken(false);
    setRefusal(null);
  });
  useEffect(() => {
    if (open) begin();
  }, [open]);

  return {
    ...{ chosen, setChosen, hours, setHours, current, setCurrent, payment, setPayment },
    ...{ reason, setReason, userId, missed, setMissed, overtaken, setOvertaken, refusal, setRefusal },
  };
}

/** The request that follows from the choice. */
function wishOf(booking: AdminBooking, { chosen, hours, current, reason }: Choice) {
  const completes = chosen === 'completed';
  const given = Number.isFinite(hours) && hours >= hoursLimits.min && hours <= hoursLimits.max;
  const wanted = completes && given ? hours : null;
  const longer = askedOf(booking, wanted ?? 0, current);
  const why = reason.trim();
  // A customer who was already asked about exactly these hours knows a reason.
  const isWhyMissing = longer.isLonger && !(longer.isAsked && why === '') && why.length < reasonLimits.min;
  const isCorrected = completes && wanted !== tookOf(booking);
  const same = chosen === current && !isCorrected && !(longer.isLonger && why);
  return { completes, given, wanted, longer, why, isWhyMissing, same };
}

function useConsequence(
  booking: AdminBooking,
  open: boolean,
  { chosen, current }: Choice,
  { completes, given, wanted, longer, why }: Wish,
) {
  const settled = useSettled(wanted);
  const asks = open && (chosen !== current || completes) && (!completes || given);
  const found = useQuery({
    // A closed dialog reads nothing, so the next opening does not begin with the effects of the last.
    ...consequenceQuery(open ? booking.id : '', chosen, {
      actualHours: completes ? settled : null,
      asksAnew: longer.isAsked && why !== '',
    }),
    enabled: asks && settled === wanted,
  });
  // The effects belong to the present choice. They stay while they are read again, which every change of any booking
  // causes, unless the booking's own status has changed.
  const isOld = (found.isFetching || found.isError) && found.data?.from !== current;
  const consequence = asks && settled === wanted && !isOld ? found.data : undefined;
  return { found, consequence, asks };
}

/** Whether these effects have replaced others on the screen. A re-read of the same effects gives the same object. */
function useReplaced(consequence: StatusConsequence | undefined): boolean {
  const [shown, setShown] = useState(consequence);
  const [isReplaced, setReplaced] = useState(false);
  if (consequence !== shown) {
    setShown(consequence);
    setReplaced(consequence !== undefined && shown !== undefined);
  }
  return isReplaced;
}

function useSave(
  booking: AdminBooking,
  choice: Choice,
  wish: Wish,
  { consequence, onClose }: { consequence: StatusConsequence | undefined; onClose: () => void },
) {
  const client = useQueryClient();
  const { chosen, current, payment, reason, userId, setOvertaken, setRefusal } = choice;
  const { wanted, longer, why } = wish;
  const refresh = async () => {
    await Promise.all([
      bookingsAreOld(client),
      client.invalidateQueries({ queryKey: keyOf('readBooking', { id: booking.id }), exact: true }),
    ]);
  };
  return useMutation({
    mutationFn: () =>
      teamCall('setBookingStatus', {
        params: { id: booking.id },
        body: {
          status: chosen,
          seenStatus: current,
          ...(payment && { seenPayment: payment }),
          ...(consequence && { seen: consequence }),
          ...(wanted !== null && { actualHours: wanted }),
          ...(longer.isLonger && why && { reason: why }),
        },
      }),
    // The opening of the dialog from which the change was sent, in case the dialog was opened again before the
    // answer.
    onMutate: () => ({ close: onClose, sent: longer.isLonger && why ? reason : null }),
    onSuccess: async (_, __, { close, sent }) => {
      if (sent !== null) forgetReason(userId, booking.id, sent);
      close();
      toast({ title: 'Status updated successfully' });
      await refresh();
    },
    onError: async (error) => {
      if (isConflict(error)) setRefusal(failureText(error));
      else toast({ title: 'Failed to update status', description: failureText(error), style: 'destructive' });
      await refresh();
      // The notice names the present status.
      if (isConflict(error)) setOvertaken(true);
    },
  });
}

/**
 * Takes over changes of the booking that are reported meanwhile.
 * @param says whether to show a notice; the result of an own save is in its answer
 */
function useNews(
  booking: AdminBooking,
  { current, setCurrent, payment, setPayment, setOvertaken, setRefusal }: Choice,
  consequence: { from: BookingStatus; paymentType: PaymentType } | undefined,
  says: boolean,
): void {
  /** The last status in the list; a row that has left the list keeps an old one. */
  const [listed, setListed] = useState(booking.status);
  const hear = (status: BookingStatus) => {
    if (status === current) return;
    setCurrent(status);
    setRefusal(null);
    setOvertaken(says);
  };
  if (booking.status !== listed) {
    setListed(booking.status);
    hear(booking.status);
  }
  if (consequence) hear(consequence.from);
  // A payment by the customer may leave the status unchanged.
  if (consequence && consequence.paymentType !== payment) {
    setPayment(consequence.paymentType);
    if (payment) setOvertaken(says);
  }
}
