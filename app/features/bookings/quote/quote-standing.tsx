import { timeOutline } from 'ionicons/icons';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../../api/contract/schemas/quotes.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useReplyTime, useZone } from '../../../lib/session.ts';
import { formatTime, formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { promiseOf, quoteText } from './quote-words.ts';

interface Props {
  booking: BookingDetail;
  onContact: () => void;
}

/** A request without an answer of the team yet. */
export function Waiting({ booking, now, onContact }: Props & { now: number }) {
  const zone = useZone();
  const soon = useReplyTime().trim();
  const promise = promiseOf(booking, { now, replyTime: soon });
  return (
    <Card className="quote-card">
      <div className="quote-wait">
        <Icon src={timeOutline} size={26} />
        <h2>{oneText`Waiting for our quote${soon && ` (${soon})`}`}</h2>
      </div>
      <p className="muted">
        {promise?.late
          ? `We promised it by ${inSentence(formatWhen(promise.by, zone))} and are late: we are sorry. Write to us, and we will see to it.`
          : `The team answers with a price or hours of your plan${promise ? ` by ${formatTime(promise.by, zone)}` : ''}. You are told by mail, and find it here.`}
      </p>
      {promise?.late && (
        <Button size="small" kind="quiet" onClick={onContact}>
          Message the Team
        </Button>
      )}
    </Card>
  );
}

const endings = {
  expired: {
    title: 'This quote has expired',
    text: 'Nothing was charged. Write to the team for a new one.',
  },
  declined: {
    title: 'You declined this quote',
    text: 'Your request stays open: the team may send another quote, or you can cancel it below.',
  },
  withdrawn: {
    title: 'The team has withdrawn its quote',
    text: 'Nothing was charged. Another quote follows; write to us if you wonder why.',
  },
} as const;

/** A quote that can no longer be accepted. */
export function EndedQuote({
  quote,
  state,
  onContact,
}: {
  quote: OwnQuote;
  state: keyof typeof endings;
  onContact: () => void;
}) {
  const { title, text } = endings[state];
  return (
    <Card className="quote-card">
      <h2>{title}</h2>
      <p className="muted">{oneText`It was ${quoteText(quote)}. ${text}`}</p>
      <Button size="small" kind="quiet" onClick={onContact}>
        Message the Team
      </Button>
    </Card>
  );
}
