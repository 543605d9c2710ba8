import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alertCircleOutline, hourglassOutline, timeOutline } from 'ionicons/icons';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { priorityLabels } from '../../../api/contract/rules/priorities.ts';
import type { CustomRequest } from '../../../api/contract/schemas/quotes.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen, inSentence } from '../../lib/time/dates.ts';
import { detailsOf } from '../../shared/bookings/details.ts';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { planName } from '../../shared/plan-facts.ts';
import { PriorityMark } from '../../shared/priority-mark.tsx';
import { teamCall } from '../../shared/team-api.ts';
import { TeamLink } from '../../shared/team-link.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { type Due, dueOf } from './due.ts';
import { readAgain } from './queries.ts';
import { answeredIn, failureOf, hoursText, outcomeOf, quoteText } from './words.ts';

const icons = { good: timeOutline, soon: hourglassOutline, late: alertCircleOutline };

/** One request with all its details, the state of the promise, and the team's actions. */
export function RequestCard({
  request,
  now,
  onAnswer,
}: {
  request: CustomRequest;
  now: number;
  onAnswer: (request: CustomRequest) => void;
}) {
  const zone = useZone();
  const online = useOnline();
  const may = useMay();
  const heading = useId();
  const { withdraw, decline } = useActs(request);
  const { quote, state } = request;
  const busy = withdraw.isPending || decline.isPending;
  return (
    <article className="card request-card" aria-labelledby={heading}>
      <Head request={request} now={now} heading={heading} />
      <div className="request-body">
        <div className="request-text">
          <p className="request-words">{request.description}</p>
          {ownNotes(request) && (
            <>
              <h4>Notes</h4>
              <p className="request-words">{ownNotes(request)}</p>
            </>
          )}
          {quote && <QuoteLine request={request} zone={zone} />}
        </div>
        <Facts request={request} />
      </div>
      <div className="buttons">
        {request.mayQuote && may('requests.answer') && (
          <Button
            size="small"
            kind={state === 'waiting' ? 'primary' : 'quiet'}
            off={busy}
            onClick={() => onAnswer(request)}
          >
            {state === 'waiting' ? 'Answer' : quote?.state === 'open' ? 'Replace Quote' : 'Answer Anew'}
          </Button>
        )}
        {(quote?.state === 'open' || quote?.state === 'expired') && may('requests.answer') && (
          <Button
            size="small"
            kind="quiet"
            busy={withdraw.isPending}
            off={!online || busy}
            onClick={() => void withdraw.ask()}
          >
            Withdraw
          </Button>
        )}
        <Link className="button quiet small" to={hrefs.adminBooking(request.id)}>
          <span>Open Booking</span>
        </Link>
        {request.mayQuote && may('bookings.change') && (
          <Button
            size="small"
            kind="danger"
            busy={decline.isPending}
            off={!online || busy}
            onClick={() => void decline.ask()}
          >
            Decline
          </Button>
        )}
      </div>
    </article>
  );
}

function Head({ request, now, heading }: { request: CustomRequest; now: number; heading: string }) {
  const zone = useZone();
  const { state, priority } = request;
  const outcome = outcomeOf(request);
  return (
    <div className="request-head">
      <h3 id={heading}>{request.serviceName}</h3>
      <div className="request-badges">
        {priority !== 'standard' && state === 'waiting' && (
          <span className={`badge ${priority}`}>{priority === 'urgent' ? 'Urgent' : 'Emergency'}</span>
        )}
        {state === 'waiting' ? (
          <DueBadge due={dueOf(request.answerBy, now)} />
        ) : (
          <span className={`badge ${outcome.look}`}>{outcome.text}</span>
        )}
      </div>
      <p className="muted">
        <span>{oneText`#${request.id.slice(0, 8)} · asked`}</span>{' '}
        <time dateTime={request.createdAt} title={formatExact(request.createdAt, zone)}>
          {inSentence(formatWhen(request.createdAt, zone))}
        </time>
        {state !== 'waiting' && request.answeredAt && <span>{` · answered ${answeredIn(request)}`}</span>}
      </p>
    </div>
  );
}

function Facts({ request }: { request: CustomRequest }) {
  const zone = useZone();
  const { customer, priority } = request;
  return (
    <dl className="facts">
      <Fact name="Priority">
        <span className="request-priority">{priorityLabels[priority]}</span>
      </Fact>
      <Fact name="Wanted">{request.wantedDate ? formatWhen(request.wantedDate, zone) : 'No time named'}</Fact>
      {request.scheduledDate && request.scheduledDate !== request.wantedDate && (
        <Fact name="Planned">{formatWhen(request.scheduledDate, zone)}</Fact>
      )}
      <Fact name="Estimated">{hoursText(request.estimatedHours)}</Fact>
      <Fact name="Where">{request.location}</Fact>
      <Fact name="Contact">{request.contactInfo}</Fact>
      <Fact name="Customer">
        <TeamLink to={hrefs.adminCustomer(customer.id)}>{customer.name}</TeamLink> <Vouched by={customer} />
        {customer.hasPriority && <PriorityMark />}
      </Fact>
      <Fact name="Plan">
        {customer.tier === 'none' && customer.remainingHours === 0
          ? 'No Subscription'
          : oneText`${customer.tier === 'none' ? 'Ended' : planName(customer.tier)}, ${hoursText(customer.remainingHours)} left`}
      </Fact>
    </dl>
  );
}

/** The remaining time, in words and with a picture, so that the colour is not the only sign. */
function DueBadge({ due: { level, text } }: { due: Due }) {
  return (
    <span className={`badge due ${level}`} role="timer">
      <Icon src={icons[level]} size={16} />
      <span>{text}</span>
    </span>
  );
}

function QuoteLine({ request, zone }: { request: CustomRequest; zone: string }) {
  const { quote, state } = request;
  if (!quote) return null;
  const at = quote.scheduledDate;
  return (
    <div className="request-quote">
      <p>
        <strong>{quoteText(quote)}</strong>
        {at && <span className="muted">{oneText` · ${visitTime(quote, zone)}`}</span>}
      </p>
      {quote.message && <p className="request-words">{quote.message}</p>}
      <p className="muted">
        {oneText`${quote.state === 'open' && `Valid until ${inSentence(formatWhen(quote.expiresAt, zone))}`}${quote.state === 'expired' && `Expired ${inSentence(formatWhen(quote.expiresAt, zone))}`}${
          quote.state === 'withdrawn' &&
          (state === 'waiting' ? 'Withdrawn: the customer waits for another' : 'Withdrawn')
        }${quote.state === 'accepted' && 'Accepted'}${quote.state === 'declined' && 'Declined'}`}
      </p>
    </div>
  );
}

/** Withdraws the quote, and cancels the request; both ask first. */
function useActs(request: CustomRequest) {
  const { quote } = request;
  const client = useQueryClient();
  const params = { id: request.id };
  const sayFailed = (error: Error, act: 'withdrawn' | 'declined') => {
    void readAgain(client);
    toast({ ...failureOf(error, act), style: 'destructive' });
  };
  const withdraw = useMutation({
    mutationFn: (quoteId: string) => teamCall('withdrawQuote', { params, query: { quoteId } }),
    onSuccess: () => {
      toast({ title: 'Quote withdrawn', description: 'The request waits for an answer again.' });
      return readAgain(client);
    },
    onError: (error) => sayFailed(error, 'withdrawn'),
  });
  const decline = useMutation({
    // The seen status is sent, so that a booking agreed on meanwhile is not cancelled, and no payment refunded.
    mutationFn: (seenStatus: CustomRequest['bookingStatus']) =>
      teamCall('setBookingStatus', {
        params,
        body: { status: 'cancelled', seenStatus, seenPayment: 'custom_quote' },
      }),
    onSuccess: () => {
      toast({
        title: 'Request declined',
        description: oneText`${request.customer.name} is told by mail, if they want updates.`,
      });
      return readAgain(client);
    },
    onError: (error) => sayFailed(error, 'declined'),
  });
  return {
    withdraw: {
      isPending: withdraw.isPending,
      ask: async () => {
        const yes = await confirmFirst({
          title: 'Withdraw this quote?',
          text: oneText`${request.customer.name} can then no longer accept it, and waits for another answer.`,
          yes: 'Withdraw Quote',
          danger: true,
          no: 'Leave it',
        });
        // The quote shown in the question, so that a newer one is not withdrawn by mistake.
        if (yes && quote) withdraw.mutate(quote.id);
      },
    },
    decline: {
      isPending: decline.isPending,
      ask: async () => {
        // The status on the card at the tap, whatever changes during the question.
        const { bookingStatus } = request;
        const yes = await confirmFirst({
          title: 'Decline this request?',
          text: oneText`It is cancelled, and ${request.customer.name} is told so by mail, if they want updates. Nothing was charged. Write to them first if you can help in another way.`,
          yes: 'Decline Request',
          danger: true,
          no: 'Keep it',
        });
        if (yes) decline.mutate(bookingStatus);
      },
    },
  };
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The customer's own notes, without the request's first line and the details that are shown elsewhere. */
const ownNotes = (request: CustomRequest): string | undefined => detailsOf(request).notes;
