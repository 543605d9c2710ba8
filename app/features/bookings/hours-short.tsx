import './hours-short.css';
import { useQuery } from '@tanstack/react-query';
import type { BookingTerms } from '../../../api/contract/schemas/booking-terms.ts';
import { call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useUser } from '../../lib/session.ts';
import { inHours } from '../../shared/hours/hours-line.ts';
import { planName } from '../../shared/plan-facts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { expiringText, hourPriceText, missingTitle, owedText, rounded } from './hours-words.ts';

// Shows that a plan's hours do not cover a visit; the same in the form, beside a quote and beside an unpaid booking.

/** The free hours, the hours that the visit takes, the missing ones, and the price if nothing else names it. */
export function HoursMissing({
  terms,
  titleId,
  priced = false,
}: {
  terms: BookingTerms;
  titleId?: string;
  priced?: boolean;
}) {
  const { takesHours, freeHours, missingHours, past } = terms;
  const expiring = expiringText(terms);
  return (
    <div className="hours-missing" aria-live="polite">
      <h3 id={titleId}>{missingTitle(terms)}</h3>
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
        {priced && past && (
          <div>
            <dt>By card, when done</dt>
            <dd>{formatMoney(past.amountCents)}</dd>
          </div>
        )}
      </dl>
      {expiring && <p className="muted">{expiring}</p>}
    </div>
  );
}

/** The price of the missing hours, the time of the charge, and the effect of a plan change on it. */
export function OveragePrice({ past }: { past: NonNullable<BookingTerms['past']> }) {
  return (
    <p className="muted">
      {oneText`${hourPriceText(past)}, charged once the work is done to the card that pays your plan. Hours that you get until then are used first. Called off in time it costs nothing; less than 24 hours before, it is charged all the same.`}
    </p>
  );
}

/** Alternatives that lead to other pages: pay an open debt first, or choose a larger plan. */
export function OtherWays({ terms: { past, owed, nextTier } }: { terms: BookingTerms }) {
  const { user } = useUser();
  return (
    <>
      {owed && <Note>{owedText(owed)}</Note>}
      {owed && (
        <ButtonLink wide href={hrefs.billing}>
          Pay What Is Open
        </ButtonLink>
      )}
      {nextTier && <Upgrade tier={nextTier} />}
      {!nextTier && !past && !owed && (
        <ButtonLink kind="quiet" wide href={hrefs.profile}>
          {user?.subscriptionTier === 'none' ? 'Start a Plan' : 'See Your Plan'}
        </ButtonLink>
      )}
    </>
  );
}

/** The larger plan with its present price and hours; its own page shows, asks and charges. */
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
    <ButtonLink kind="quiet" wide href={hrefs.planChange(tier)}>
      {oneText`Move to ${planName(tier)}${now}`}
    </ButtonLink>
  );
}
