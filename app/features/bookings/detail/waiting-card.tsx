import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useUser, useZone } from '../../../lib/session.ts';
import { formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { detailsOf } from '../../../shared/bookings/details.ts';
import { planName } from '../../../shared/plan-facts.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { failureText, hasCode } from '../failure.ts';
import { HoursMissing, OtherWays, OveragePrice } from '../hours-short.tsx';
import { agreedOf, agreedText, beyondText, mayAgreeTo, rounded } from '../hours-words.ts';
import { bookingQuery } from '../queries.ts';

/** An unpaid booking that waits: its means of payment, and the time until which it waits. */
export default function WaitingCard({ booking, until }: { booking: BookingDetail; until: string }) {
  const zone = useZone();
  const { user } = useUser();
  const letGo = `we let it go ${inSentence(formatWhen(until, zone))}; nothing is charged.`;
  if (booking.terms?.planServesUntil)
    return (
      <Card className="ask-review">
        <h2>Not paid yet</h2>
        <p className="muted">
          {oneText`${beyondText(inSentence(formatWhen(booking.terms.planServesUntil, zone)))} Please move it to an earlier time. Unless it is paid, ${letGo}`}
        </p>
      </Card>
    );
  if (booking.terms) return <PayWithHours booking={booking} terms={booking.terms} letGo={letGo} />;
  if (user && user.subscriptionTier !== 'none')
    return (
      <Card className="ask-review">
        <h2>Not paid yet</h2>
        <p className="muted">
          {oneText`Your plan's free hours did not cover this visit. The missing hours are shown here when the network is back. Unless it is paid, ${letGo}`}
        </p>
      </Card>
    );
  return <StartPlan booking={booking} letGo={letGo} />;
}

/** Payment with a plan: the free hours for the booking, and the missing ones by card, agreed to here. */
function PayWithHours({
  booking,
  terms,
  letGo,
}: {
  booking: BookingDetail;
  terms: NonNullable<BookingDetail['terms']>;
  letGo: string;
}) {
  const client = useQueryClient();
  const online = useOnline();
  const past = agreedOf(terms);
  const pay = useMutation({
    mutationFn: () =>
      call('payWaitingBooking', { params: { id: booking.id }, body: { ...(past && { past }) } }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Booking kept', description: 'The team confirms the time.' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
    },
  });
  return (
    <Card className="stack waiting-card" aria-label="Not paid yet">
      <h2>Not paid yet</h2>
      {terms.missingHours > 0 ? (
        <HoursMissing terms={terms} priced />
      ) : (
        <p>{oneText`Your plan has enough hours for this visit now. ${agreedText(terms)}`}</p>
      )}
      {terms.past && <OveragePrice past={terms.past} />}
      {pay.error && (
        <p role="alert" className="form-notice">
          {hasCode(pay.error, 'terms_changed') || hasCode(pay.error, 'hours_short')
            ? 'Your free hours have changed since you opened this. Nothing was agreed to; please look again.'
            : failureText(pay.error)}
        </p>
      )}
      <p role="status" className={online ? 'visually-hidden' : 'note'}>
        {online ? '' : 'You are offline. Paying for it needs the network.'}
      </p>
      {mayAgreeTo(terms) && (
        <Button kind="accent" wide busy={pay.isPending} off={!online} onClick={() => pay.mutate()}>
          {terms.past
            ? `Keep It and Pay ${formatMoney(terms.past.amountCents)} When Done`
            : `Keep It with ${rounded(terms.takesHours)} of Your Plan`}
        </Button>
      )}
      {terms.missingHours > 0 && <OtherWays terms={terms} />}
      <p className="muted">{oneText`Unless it is paid, ${letGo}`}</p>
    </Card>
  );
}

/** A booking with a plan that was never started: nothing happens before the plan starts. */
function StartPlan({ booking, letGo }: { booking: BookingDetail; letGo: string }) {
  const wanted = detailsOf(booking).subscriptionTier;
  const tier = wanted || 'standard';
  return (
    <Card className="ask-review">
      <h2>Not paid yet</h2>
      <p className="muted">
        {oneText`This visit is paid with a plan's hours, and you have none yet. The team can schedule it once you have a plan. Without one ${letGo}`}
      </p>
      <ButtonLink
        size="small"
        kind="accent"
        href={hrefs.subscribe(tier)}
      >{oneText`Start your ${planName(tier)} plan`}</ButtonLink>
    </Card>
  );
}
