import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { centsOf, formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useReplyTime } from '../../../lib/session.ts';
import { inHours } from '../../../shared/hours/hours-line.ts';
import { plansQuery } from '../../../shared/plan-facts.ts';
import { waysOf } from '../../../shared/services/ways.ts';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import type { BookingKind } from '../form/drafts.ts';
import { rounded, shortText } from '../hours-words.ts';
import { bookingTermsQuery, hasNoPlan, LastKnown } from './hours-terms.tsx';

interface Props {
  service: Service;
  user: User | null;
  /** Whether the step is visible and reads its data. */
  open: boolean;
  /** The description of the service. */
  about: ReactNode;
  onChoose: (kind: BookingKind | 'custom_quote') => void;
}

/** Both ways to get a service, with their cost for this person; nothing is booked yet. */
export function ChoiceStep({ service, user, open, about, onChoose }: Props) {
  const cents = centsOf(service.price);
  const ways = waysOf(service);
  const soon = useReplyTime();
  return (
    <div className="stack roomy">
      {about}
      {ways.plan && (
        <div className="way">
          <PlanCost service={service} user={user} open={open} />
          <Button wide onClick={() => onChoose('subscription')}>
            Book with Subscription
          </Button>
        </div>
      )}
      {ways.quote && (
        <div className="way">
          <p>{oneText`A price for your job${soon && `,${soon}`}. No plan is needed.`}</p>
          <Button wide kind="quiet" onClick={() => onChoose('custom_quote')}>
            Ask for a Quote
          </Button>
        </div>
      )}
      {ways.card && cents !== null && (
        <div className="way">
          <p>
            <Money cents={cents} trimZeros /> once, by card. No plan is needed.
          </p>
          <Button wide kind="quiet" onClick={() => onChoose('one_time')}>
            {oneText`Book Without Subscription - ${formatMoney(cents, { trimZeros: true })}`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The cost in plan hours, computed by the code that books; the form asks how to pay for missing hours. */
function PlanCost({ service, user, open }: Pick<Props, 'service' | 'user' | 'open'>) {
  const online = useOnline();
  const newcomer = user === null || hasNoPlan(user);
  const { data: terms, isError } = useQuery({
    ...bookingTermsQuery(service.id),
    enabled: open && online && !newcomer,
  });
  const offer = useQuery({ ...plansQuery(), enabled: open && newcomer });
  const [cheapest] = offer.data?.plans.toSorted((one, other) => one.priceCents - other.priceCents) ?? [];
  const takes = inHours(service.estimatedHours);
  if (newcomer) {
    if (!cheapest) return <p>{`${takes} of a monthly plan.`}</p>;
    const { priceCents, hours } = cheapest;
    return (
      <p>
        <span>{oneText`${takes} of a monthly plan; plans begin at `}</span>
        <Money cents={priceCents} />
        <span>{oneText` for ${inHours(hours)}.`}</span>
      </p>
    );
  }
  if (!online) return <LastKnown service={service} user={user} />;
  if (!terms) return <p>{isError ? `${takes} of your plan.` : 'Looking at your hours…'}</p>;
  const { takesHours, freeHours, missingHours } = terms;
  if (missingHours === 0)
    return <p>{oneText`${rounded(takesHours)} of the ${rounded(freeHours)} that you have free to book.`}</p>;
  return <p>{shortText(terms)}</p>;
}
