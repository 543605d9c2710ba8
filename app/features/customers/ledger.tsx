import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { GrantBars } from '../../shared/hours/grant-bars.tsx';
import { inHours } from '../../shared/hours/hours-line.ts';
import { StatementLines } from '../../shared/hours/statement-lines.tsx';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { statementOfQuery } from './queries.ts';

/** A member's hours by grant, and the statement of all their movements. */
export function Ledger({
  customer,
  shown,
  action,
}: {
  customer: Customer;
  shown: boolean;
  /** The action that gives hours. */
  action: ReactNode;
}) {
  const statement = useInfiniteQuery({ ...statementOfQuery(customer.id), enabled: shown });
  const { data, error } = statement;
  const may = useMay();
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void statement.refetch()} />
    ) : (
      <Skeleton cards={5} height="3.25rem" label="Reading the ledger" />
    );
  const lines = data.pages.flatMap(({ items }) => items);
  if (!lines.length)
    return (
      <EmptyState drawing="receipt" title="No hours yet" text="Hours arrive with a plan." action={action} />
    );
  return (
    <>
      <HoursNow customer={customer} />
      <Card className="stack" aria-labelledby="customer-statement">
        <div className="row spread wrap">
          <h2 id="customer-statement">Hours statement</h2>
          {action}
        </div>
        <StatementLines
          lines={lines}
          reader="team"
          bookingHref={may('bookings.read') ? hrefs.adminBooking : undefined}
        />
        <More list={statement} label="Show earlier" small />
      </Card>
    </>
  );
}

function HoursNow({ customer: { hours } }: { customer: Customer }) {
  if (!hours.grants.length && !hours.period) return null;
  return (
    <Card className="stack" aria-labelledby="customer-grants">
      <h2 id="customer-grants">Where the hours are</h2>
      {hours.grants.length ? (
        <GrantBars grants={hours.grants} period={hours.period} />
      ) : (
        <p className="muted">All of this month’s hours are used.</p>
      )}
      {hours.heldHours > 0 && (
        <p className="hour-note">
          <span className="legend held" />
          <span>{oneText`${inHours(hours.heldHours)} of these are held by bookings.`}</span>
        </p>
      )}
      {hours.overageHours > 0 && (
        <p className="hour-note">{oneText`${inHours(hours.overageHours)} of overage this month.`}</p>
      )}
    </Card>
  );
}
