import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import type { Service, User } from '../../../api/contract/entities.ts';
import { missingMinutes } from '../../../api/contract/past-hours.ts';
import type { BookingTerms } from '../../../api/contract/past-hours-calls.ts';
import { tierLabels } from '../../../api/contract/plans.ts';
import { call } from '../../lib/api.ts';
import { inHours } from '../../lib/hours-line.ts';
import { formatMoney } from '../../lib/money.ts';
import { useOnline } from '../../lib/online.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** By the code that books, read anew whenever the form opens. */
export const bookingTermsQuery = (serviceId: string) =>
  queryOptions<BookingTerms>({
    queryKey: ['booking-terms', serviceId],
    queryFn: ({ signal }) => call('readBookingTerms', { query: { serviceId }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const rounded = (hours: number): string => inHours(Math.round(hours * 100) / 100);

/** Whoever has neither a plan nor hours left of one pays for a plan next. */
export const hasNoPlan = ({ subscriptionTier, remainingHours, heldHours }: User): boolean =>
  subscriptionTier === 'none' && remainingHours + heldHours === 0;

interface Props {
  service: Service;
  user: User;
  terms: BookingTerms | undefined;
  failed: boolean;
  /** Whether the missing part is to be paid by card. */
  agreed: boolean;
  onAgree: () => void;
  /** The form was sent without a choice. */
  asked: boolean;
  element: RefObject<HTMLDivElement | null>;
  /** To the form of the card payment, with what was typed. */
  onCard: () => void;
}

/** What a booking takes of the plan's hours, before the tap; where they are short, the ways on. */
export function HoursTerms(props: Props) {
  const { service, user, terms, failed } = props;
  const online = useOnline();
  if (hasNoPlan(user)) return null;
  if (!online) return <LastKnown service={service} user={user} />;
  // What could not be read the server says at the tap.
  if (!terms) return failed ? null : <p className="plan-note">Looking at your hours…</p>;
  const { takesHours, freeHours, missingHours } = terms;
  // The plan has ended meanwhile: the next one is paid for next.
  if (missingHours === 0 && freeHours < takesHours) return null;
  if (missingHours === 0)
    return (
      <p className="plan-note" aria-live="polite">
        Takes {rounded(takesHours)} of the {rounded(freeHours)} that you have free to book.
      </p>
    );
  return <Short {...props} terms={terms} />;
}

/** Without the network nothing is promised. */
export function LastKnown({ service, user }: Pick<Props, 'service' | 'user'>) {
  const missing = missingMinutes(user.remainingHours * 60, service.estimatedHours * 60);
  return (
    <p className="plan-note">
      Takes {rounded(service.estimatedHours)}; when the network was last there, {rounded(user.remainingHours)}{' '}
      were free to book{missing > 0 ? ', which is not enough' : ''}. What it takes is settled when the network
      is back.
    </p>
  );
}

function Short({
  service,
  user,
  terms,
  agreed,
  onAgree,
  asked,
  element,
  onCard,
}: Props & { terms: BookingTerms }) {
  const { takesHours, freeHours, missingHours, past, nextTier, cardCents } = terms;
  const id = useId();
  return (
    <div className="hours-short stack" ref={element}>
      <div aria-live="polite">
        <h3 id={id}>
          {freeHours === 0
            ? 'No hours are free'
            : `${rounded(missingHours)} ${missingHours === 1 ? 'is' : 'are'} missing`}
        </h3>
        <dl className="facts">
          <div>
            <dt>Free to book</dt>
            <dd>{rounded(freeHours)}</dd>
          </div>
          <div>
            <dt>This takes</dt>
            <dd>{rounded(takesHours)}</dd>
          </div>
          <div>
            <dt>Missing</dt>
            <dd>{rounded(missingHours)}</dd>
          </div>
        </dl>
      </div>
      {past && (
        <fieldset className="choices" aria-describedby={asked ? `${id}-asked` : undefined}>
          <legend>How would you like to go on?</legend>
          <label className="choice">
            <input
              type="radio"
              name={id}
              checked={agreed}
              onChange={onAgree}
              aria-invalid={(asked && !agreed) || undefined}
            />
            <span>
              Pay {formatMoney(past.amountCents)} for the missing {rounded(missingHours)}
            </span>
          </label>
          {asked && !agreed && (
            <span id={`${id}-asked`} className="error" role="alert">
              Please choose how the missing part is paid.
            </span>
          )}
          <p className="muted">
            {formatMoney(past.hourCents)} an hour, as in your {tierLabels[past.tier]} plan. It is charged to
            the card that pays your plan, once the work is done. Hours that you get until then are used first,
            and calling off in time costs nothing.
          </p>
        </fieldset>
      )}
      {asked && !past && (
        <p className="form-notice" role="alert">
          Your hours do not cover this. Please choose another way.
        </p>
      )}
      {nextTier && <Upgrade tier={nextTier} />}
      {!nextTier && !past && (
        <ButtonLink kind="quiet" wide href={hrefs.profile}>
          {user.subscriptionTier === 'none' ? 'Start a Plan' : 'See Your Plan'}
        </ButtonLink>
      )}
      {cardCents !== null && (
        <Button kind="quiet" wide onClick={onCard}>
          {`Pay ${service.name} by Card: ${formatMoney(cardCents, { trimZeros: true })}`}
        </Button>
      )}
    </div>
  );
}

/** The larger plan, with what it costs and gives now; what is agreed to there is shown and charged there. */
function Upgrade({ tier }: { tier: NonNullable<BookingTerms['nextTier']> }) {
  const { data } = useQuery({
    queryKey: ['upgrade-now', tier],
    queryFn: ({ signal }) => call('previewSubscription', { query: { tier }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
    retry: false,
  });
  const now =
    data?.kind === 'upgrade'
      ? `: ${formatMoney(data.terms.amountCents)} now for ${inHours(data.addedHours)} more`
      : '';
  return (
    <ButtonLink kind="quiet" wide href={hrefs.profile}>
      {`Move to ${tierLabels[tier]}${now}`}
    </ButtonLink>
  );
}
