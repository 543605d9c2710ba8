import './quote-card.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { PastAgreed } from '../../../../api/contract/booking-terms.ts';
import type { BookingDetail } from '../../../../api/contract/entities.ts';
import type { OwnQuote } from '../../../../api/contract/quotes.ts';
import { arrivalAt, forgetArrival } from '../../../lib/address-parameters.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Note } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { inSentence } from '../consequence.ts';
import { failureText, hasCode } from '../failure.ts';
import { HoursMissing, OtherWays, PastPrice } from '../hours-short.tsx';
import { agreedOf, mayAgreeTo } from '../hours-words.ts';
import { bookingQuery } from '../queries.ts';
import { EndedQuote, Waiting } from './quote-standing.tsx';
import { acceptLabel, hoursConsequence, isOpenRequest, quoteText, timeOf, timeText } from './quote-words.ts';
import { useSettleQuote } from './settle-quote.ts';

const QuotePayment = lazy(() => import('./quote-payment.tsx'));
const minuteMs = 60_000;

interface Props {
  booking: BookingDetail;
  onContact: () => void;
}

/** What a request waits for: the team's quote, or its customer's answer to it. */
export function QuoteCard({ booking, onContact }: Props) {
  const now = useNow(() => minuteMs);
  const { quote } = booking;
  if (!isOpenRequest(booking)) return null;
  if (!quote) return <Waiting booking={booking} now={now} onContact={onContact} />;
  // A page that stands open outlives the quote.
  const state = quote.state === 'open' && Date.parse(quote.expiresAt) <= now ? 'expired' : quote.state;
  if (state === 'open')
    return <OpenQuote key={quote.id} booking={booking} quote={quote} now={now} onContact={onContact} />;
  if (state === 'accepted') return null;
  return <EndedQuote quote={quote} state={state} onContact={onContact} />;
}

function OpenQuote({
  booking,
  quote,
  now,
  onContact,
}: Props & {
  quote: OwnQuote;
  now: number;
}) {
  const zone = useZone();
  const client = useQueryClient();
  const online = useOnline();
  const [secret, setSecret] = useState<string | null>(null);
  const [paying, setPaying] = useState(false);
  const params = { id: booking.id };
  const { terms } = quote;
  const readAgain = () =>
    void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
  const { settle, isSettling, refused: settled } = useSettleQuote(booking);

  const accept = useMutation({
    mutationFn: (past: PastAgreed | undefined) =>
      call('acceptQuote', { params, body: { quoteId: quote.id, ...(past && { past }) } }),
    onSuccess: async ({ booking: detail, clientSecret }) => {
      if (clientSecret) {
        setSecret(clientSecret);
        return setPaying(true);
      }
      await keepChanged(client, detail);
      const when = detail.scheduledDate && inSentence(formatWhen(detail.scheduledDate, zone));
      toast({
        title: 'Quote accepted',
        description:
          detail.status === 'scheduled' && when
            ? `${detail.service.name} is scheduled for ${when}.`
            : 'The team agrees on a time with you.',
      });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) readAgain();
      if (quote.kind === 'price' && (!(error instanceof ApiError) || error.status >= 500))
        toast({
          title: 'Payment Setup Failed',
          description: 'Failed to setup payment. Please try again.',
          style: 'destructive',
        });
    },
  });
  const decline = useMutation({
    mutationFn: () => call('declineQuote', { params, body: { quoteId: quote.id } }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Quote declined', description: 'Your request stays open.' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) readAgain();
    },
  });

  // Back from the payer's bank: what happened there is settled at once.
  const returned = useRef(false);
  useEffect(() => {
    const { payment_intent: paid, redirect_status: status } = arrivalAt(hrefs.booking(booking.id)) ?? {};
    if (returned.current || !paid) return;
    returned.current = true;
    forgetArrival();
    if (status === 'failed')
      toast({
        title: 'Payment Failed',
        description: 'Your bank did not approve this payment.',
        style: 'destructive',
      });
    else void settle(paid);
  }, [booking.id, settle]);

  const acceptFirst = async () => {
    if (accept.isPending || isSettling) return;
    if (quote.kind === 'price') return accept.mutate(undefined);
    // As they are shown now, whatever is read while the question stands open.
    const past = terms ? agreedOf(terms) : undefined;
    const yes = await confirmFirst({
      title: `Accept ${quoteText(quote)}?`,
      text: `${hoursConsequence(quote)} ${timeText(booking, quote, { zone, now })}.`,
      yes: 'Accept Quote',
      no: 'Not yet',
    });
    if (yes) accept.mutate(past);
  };
  const declineFirst = async () => {
    if (decline.isPending) return;
    const yes = await confirmFirst({
      title: 'Decline this quote?',
      text: 'Your request stays open: the team may send another quote, or you can cancel it.',
      yes: 'Decline Quote',
      danger: true,
      no: 'Keep it',
    });
    if (yes) decline.mutate();
  };
  const noPlan = quote.kind === 'hours' && terms === null;
  const isShort = terms && terms.missingHours > 0;
  const may = !noPlan && (!terms || mayAgreeTo(terms));
  const refused = accept.error ?? decline.error;
  const changed = hasCode(refused, 'terms_changed') || hasCode(refused, 'hours_short');
  return (
    <Card className="quote-card open" aria-label="The team's quote">
      <p className="quote-above">The team's quote</p>
      <h2 className="quote-figure">{quoteText(quote)}</h2>
      {!isShort && (
        <p className="muted">
          {quote.kind === 'price' ? 'Paid by card when you accept.' : hoursConsequence(quote)}
        </p>
      )}
      {isShort && <HoursMissing terms={terms} priced />}
      {isShort && terms.past && <PastPrice past={terms.past} />}
      <dl className="facts">
        <Fact name="Time">
          <time dateTime={timeOf(booking, quote, now).at ?? undefined}>
            {timeText(booking, quote, { zone, now })}
          </time>
        </Fact>
        <Fact name="Stands until">
          <time dateTime={quote.expiresAt} title={formatExact(quote.expiresAt, zone)}>
            {formatWhen(quote.expiresAt, zone)}
          </time>
        </Fact>
      </dl>
      {quote.message && <blockquote className="quote-message">{quote.message}</blockquote>}
      {noPlan && (
        <Note>It uses the hours of a plan, and you have none. Write to the team for a price instead.</Note>
      )}
      {isShort && !may && !terms.owed && (
        <Note>Your hours do not cover it, so it can’t be accepted now. With more hours it can.</Note>
      )}
      {isShort && <OtherWays terms={terms} />}
      {isShort && !may && (
        <Button kind="quiet" wide onClick={onContact}>
          Ask the Team for a Price
        </Button>
      )}
      {refused && (
        <p role="alert" className="form-notice">
          {changed
            ? 'What it takes has changed since you opened this. Nothing was done.'
            : failureText(refused)}
        </p>
      )}
      {settled && (
        <p role="alert" className="form-notice">
          {settled}
        </p>
      )}
      <p role="status" className={online ? 'visually-hidden' : 'note'}>
        {online ? '' : 'You are offline. Answering a quote needs the network; it stays here.'}
      </p>
      <div className="buttons">
        {may && (
          <Button
            kind="accent"
            busy={accept.isPending || isSettling}
            off={!online || decline.isPending}
            onClick={() => void acceptFirst()}
          >
            {acceptLabel(quote)}
          </Button>
        )}
        <Button
          kind="quiet"
          busy={decline.isPending}
          off={!online || accept.isPending || isSettling}
          onClick={() => void declineFirst()}
        >
          Decline
        </Button>
      </div>
      {secret && (
        <Suspense>
          <QuotePayment
            key={secret}
            open={paying}
            onClose={() => setPaying(false)}
            booking={booking}
            amountCents={quote.amountCents ?? 0}
            clientSecret={secret}
            onSucceeded={async (intent) => {
              await settle(intent);
              setPaying(false);
            }}
            onUnusable={() => {
              setPaying(false);
              setSecret(null);
              readAgain();
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
