import './quote-card.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../../api/contract/schemas/quotes.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirmFirst, type Question } from '../../../ui/dialogs/confirm.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Note } from '../../../ui/note.tsx';
import { failureText, hasCode } from '../failure.ts';
import { HoursMissing, OtherWays, OveragePrice } from '../hours-short.tsx';
import { agreedOf, mayAgreeTo } from '../hours-words.ts';
import { EndedQuote, Waiting } from './quote-standing.tsx';
import { acceptLabel, hoursConsequence, quoteText, timeOf, timeText } from './quote-words.ts';
import { useSettleQuote } from './settle-quote.ts';
import { useAccept, useDecline, useReadAgain, useReturnFromBank } from './use-answer.ts';

const QuotePayment = lazy(() => import('./quote-payment.tsx'));
const minuteMs = 60_000;

interface Props {
  booking: BookingDetail;
  onContact: () => void;
}

/** A request that waits for the team's quote, or for the customer's answer to it. */
export default function QuoteCard({ booking, onContact }: Props) {
  const now = useNow(() => minuteMs);
  const { quote } = booking;
  if (!quote) return <Waiting booking={booking} now={now} onContact={onContact} />;
  // The quote may expire while the page is open.
  const state = quote.state === 'open' && Date.parse(quote.expiresAt) <= now ? 'expired' : quote.state;
  if (state === 'open')
    return <OpenQuote key={quote.id} booking={booking} quote={quote} now={now} onContact={onContact} />;
  if (state === 'accepted') return null;
  return <EndedQuote quote={quote} state={state} onContact={onContact} />;
}

interface OpenProps extends Props {
  quote: OwnQuote;
  now: number;
}

function OpenQuote({ booking, quote, now, onContact }: OpenProps) {
  const zone = useZone();
  const online = useOnline();
  const [secret, setSecret] = useState<string | null>(null);
  const [paying, setPaying] = useState(false);
  const readAgain = useReadAgain(booking.id);
  const { settle, isSettling, refused: settled } = useSettleQuote(booking);
  const accept = useAccept(booking, quote, (given) => {
    setSecret(given);
    setPaying(true);
  });
  const decline = useDecline(booking, quote);
  useReturnFromBank(booking.id, settle);

  const acceptFirst = async () => {
    if (accept.isPending || isSettling) return;
    if (quote.kind === 'price') return accept.mutate(undefined);
    // The terms shown at the tap, whatever is read while the question is open.
    const past = quote.terms ? agreedOf(quote.terms) : undefined;
    if (await confirmFirst(acceptQuestion(booking, quote, { zone, now }))) accept.mutate(past);
  };
  const declineFirst = async () => {
    if (decline.isPending) return;
    if (await confirmFirst(declineQuestion)) decline.mutate();
  };
  return (
    <Card className="quote-card open" aria-label="The team's quote">
      <Offered booking={booking} quote={quote} now={now} onContact={onContact} />
      <Refused error={accept.error ?? decline.error} settled={settled} />
      <p role="status" className={online ? 'visually-hidden' : 'note'}>
        {online ? '' : 'You are offline. Answering a quote needs the network; it stays here.'}
      </p>
      <div className="buttons">
        {mayAccept(quote) && (
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

const needsPlan = ({ kind, terms }: OwnQuote) => kind === 'hours' && terms === null;
const mayAccept = (quote: OwnQuote) => !needsPlan(quote) && (!quote.terms || mayAgreeTo(quote.terms));

const acceptQuestion = (
  booking: BookingDetail,
  quote: OwnQuote,
  seen: { zone: string; now: number },
): Question => ({
  title: `Accept ${quoteText(quote)}?`,
  text: `${hoursConsequence(quote)} ${timeText(booking, quote, seen)}.`,
  yes: 'Accept Quote',
  no: 'Not yet',
});

const declineQuestion: Question = {
  title: 'Decline this quote?',
  text: 'Your request stays open: the team may send another quote, or you can cancel it.',
  yes: 'Decline Quote',
  danger: true,
  no: 'Keep it',
};

/** The offer, its cost in hours or money, and the reason if it cannot be accepted. */
function Offered({ booking, quote, now, onContact }: OpenProps) {
  const zone = useZone();
  const { terms } = quote;
  const isShort = terms && terms.missingHours > 0;
  const may = mayAccept(quote);
  return (
    <>
      <p className="quote-above">The team's quote</p>
      <h2 className="quote-figure">{quoteText(quote)}</h2>
      {!isShort && (
        <p className="muted">
          {quote.kind === 'price' ? 'Paid by card when you accept.' : hoursConsequence(quote)}
        </p>
      )}
      {isShort && <HoursMissing terms={terms} priced />}
      {isShort && terms.past && <OveragePrice past={terms.past} />}
      <dl className="facts">
        <Fact name="Time">
          <time dateTime={timeOf(booking, quote, now).at ?? undefined}>
            {timeText(booking, quote, { zone, now })}
          </time>
        </Fact>
        <Fact name="Valid until">
          <time dateTime={quote.expiresAt} title={formatExact(quote.expiresAt, zone)}>
            {formatWhen(quote.expiresAt, zone)}
          </time>
        </Fact>
      </dl>
      {quote.message && <blockquote className="quote-message">{quote.message}</blockquote>}
      {needsPlan(quote) && (
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
    </>
  );
}

function Refused({ error, settled }: { error: unknown; settled: string | null }) {
  const changed = hasCode(error, 'terms_changed') || hasCode(error, 'hours_short');
  return (
    <>
      {Boolean(error) && (
        <p role="alert" className="form-notice">
          {changed ? 'The terms have changed since you opened this. Nothing was done.' : failureText(error)}
        </p>
      )}
      {settled && (
        <p role="alert" className="form-notice">
          {settled}
        </p>
      )}
    </>
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
