import { queryOptions } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import { missingMinutes } from '../../../../api/contract/rules/overage.ts';
import type { BookingTerms } from '../../../../api/contract/schemas/booking-terms.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { call } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { HoursMissing, OtherWays, OveragePrice } from '../hours-short.tsx';
import { beyondText, expiringText, rounded } from '../hours-words.ts';

/** The terms come from the code that books, and are read again whenever the form opens and for each chosen time. */
export const bookingTermsQuery = (serviceId: string, scheduledDate = '') =>
  queryOptions<BookingTerms>({
    queryKey: ['booking-terms', serviceId, scheduledDate],
    queryFn: ({ signal }) =>
      call('readBookingTerms', { query: { serviceId, ...(scheduledDate && { scheduledDate }) }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Whether a person has neither a plan nor hours of an earlier one; such a person pays for a plan next. */
export const hasNoPlan = ({ subscriptionTier, remainingHours, heldHours }: User): boolean =>
  subscriptionTier === 'none' && remainingHours + heldHours === 0;

interface Props {
  service: Service;
  user: User;
  terms: BookingTerms | undefined;
  failed: boolean;
  /** Whether the person agreed to pay the missing hours by card. */
  agreed: boolean;
  onAgree: () => void;
  /** Whether the form was sent without a choice. */
  isAttempted: boolean;
  element: RefObject<HTMLDivElement | null>;
  /** Leads to the form of the card payment, with the typed text. */
  onCard: () => void;
}

/** The plan hours that a booking takes, shown before the tap; with too few hours, the alternatives. */
export function HoursTerms(props: Props) {
  const { service, user, terms, failed } = props;
  const online = useOnline();
  if (online && terms?.planServesUntil) return <BeyondPlan {...props} until={terms.planServesUntil} />;
  if (hasNoPlan(user)) return null;
  if (!online) return <LastKnown service={service} user={user} />;
  // Terms that could not be read are reported by the server at the tap.
  if (!terms) return failed ? null : <p className="plan-note">Looking at your hours…</p>;
  const { takesHours, freeHours, missingHours } = terms;
  const expiring = expiringText(terms);
  // The plan has ended meanwhile, so a new plan is paid for next.
  if (missingHours === 0 && freeHours < takesHours) return null;
  if (missingHours === 0)
    return (
      <p className="plan-note" aria-live="polite">
        {oneText`Takes ${rounded(takesHours)} of the ${rounded(freeHours)} that you have free to book.${expiring && ` ${expiring}`}`}
      </p>
    );
  return <Short {...props} terms={terms} />;
}

/** The last known hours, shown without the network; they promise nothing. */
export function LastKnown({ service, user }: Pick<Props, 'service' | 'user'>) {
  const missing = missingMinutes(user.remainingHours * 60, service.estimatedHours * 60);
  return (
    <p className="plan-note">{oneText`Takes ${rounded(service.estimatedHours)}; when the network was last there, ${rounded(user.remainingHours)} were free to book${missing > 0 ? ', which is not enough' : ''}. What it takes is settled when the network is back.`}</p>
  );
}

/** A visit too late for the hours of a plan that starts now; said before the person pays for one. */
function BeyondPlan({ service, terms, until, isAttempted, element, onCard }: Props & { until: string }) {
  const zone = useZone();
  const cardCents = terms?.cardCents ?? null;
  return (
    <div className="hours-short stack" ref={element}>
      <div className="hours-missing" aria-live="polite">
        <h3>Too far ahead for a new plan</h3>
        <p>{beyondText(inSentence(formatWhen(until, zone)))}</p>
      </div>
      {isAttempted && (
        <p className="form-notice" role="alert">
          {`A new plan does not cover this visit. Please choose an earlier time${cardCents === null ? '' : ', or pay by card'}.`}
        </p>
      )}
      <Button kind="quiet" wide onClick={() => openTimes(element.current)}>
        Choose an Earlier Time
      </Button>
      {cardCents !== null && <ByCard service={service} cents={cardCents} onCard={onCard} />}
    </div>
  );
}

/** Opens the form's field for the time. */
function openTimes(beside: HTMLElement | null): void {
  const field = beside?.closest('form')?.querySelector<HTMLElement>('[name=scheduledDate]');
  field?.focus();
  if (field?.getAttribute('aria-expanded') !== 'true') field?.click();
}

function ByCard({ service, cents, onCard }: { service: Service; cents: number; onCard: () => void }) {
  return (
    <Button kind="quiet" wide onClick={onCard}>
      {oneText`Pay ${service.name} by Card: ${formatMoney(cents, { trimZeros: true })}`}
    </Button>
  );
}

function Short({
  service,
  terms,
  agreed,
  onAgree,
  isAttempted,
  element,
  onCard,
}: Props & { terms: BookingTerms }) {
  const { missingHours, past, owed, cardCents } = terms;
  const id = useId();
  return (
    <div className="hours-short stack" ref={element}>
      <HoursMissing terms={terms} titleId={id} />
      {past && (
        <fieldset className="choices" aria-describedby={isAttempted ? `${id}-asked` : undefined}>
          <legend>How would you like to go on?</legend>
          <label className="choice">
            <input
              type="radio"
              name={id}
              checked={agreed}
              onChange={onAgree}
              aria-invalid={(isAttempted && !agreed) || undefined}
            />
            <span>
              {oneText`Pay ${formatMoney(past.amountCents)} for the missing ${rounded(missingHours)}`}
            </span>
          </label>
          {isAttempted && !agreed && (
            <span id={`${id}-asked`} className="error" role="alert">
              Please choose how the missing part is paid.
            </span>
          )}
          <OveragePrice past={past} />
        </fieldset>
      )}
      {isAttempted && !past && (
        <p className="form-notice" role="alert">
          {owed
            ? 'Your hours do not cover this. Please pay what is open, or choose another way.'
            : 'Your hours do not cover this. Please choose another way.'}
        </p>
      )}
      <OtherWays terms={terms} />
      {cardCents !== null && <ByCard service={service} cents={cardCents} onCard={onCard} />}
    </div>
  );
}
