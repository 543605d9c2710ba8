import '../../shared/hours/hours.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { chevronDownOutline, downloadOutline } from 'ionicons/icons';
import { useEffect, useState } from 'react';
import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import { ApiError } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { StatementLines } from '../../shared/hours/statement-lines.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { statementQuery } from './queries.ts';

/** The statement of all hours, once it is opened. */
export function HoursStatement({ shown }: { shown: boolean }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  // The statement is stored with the page, so that it can be opened without a network too.
  useEffect(() => {
    if (shown)
      void client.prefetchInfiniteQuery({ ...statementQuery(), staleTime: Number.POSITIVE_INFINITY });
  }, [shown, client]);
  return (
    <details className="card statement" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Hours statement</h2>
        <Icon src={chevronDownOutline} />
      </summary>
      {open && <Lines shown={shown} />}
    </details>
  );
}

function Lines({ shown }: { shown: boolean }) {
  const statement = useInfiniteQuery({ ...statementQuery(), enabled: shown });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = statement;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void statement.refetch()} />
    ) : (
      <Skeleton cards={4} height="3.25rem" label="Loading your statement" />
    );
  const lines = data.pages.flatMap(({ items }) => items);
  if (!lines.length)
    return <EmptyState drawing="receipt" title="Nothing yet" text="Hours arrive with your plan." />;
  return (
    <div className="stack">
      <p className="muted">A balance counts the hours free to book and those held by bookings.</p>
      <StatementLines lines={lines} reader="member" bookingHref={hrefs.booking} />
      {isFetchNextPageError && (
        <p role="alert" className="muted">
          {error instanceof ApiError
            ? 'Something went wrong on our side. Please try again.'
            : 'The network did not answer. Please try again when it is back.'}
        </p>
      )}
      <div className="row wrap">
        {hasNextPage && (
          <Button
            kind="quiet"
            size="small"
            busy={isFetchingNextPage}
            onClick={() => void statement.fetchNextPage()}
          >
            {isFetchingNextPage ? 'Reading…' : 'Show earlier'}
          </Button>
        )}
        {/* The file is saved as a download: opening it in place would leave the app, and show an error page offline. */}
        <a className="button quiet small" href={`${customerPaths.listHoursStatement.path}.csv`} download>
          <Icon src={downloadOutline} />
          <span>Download CSV</span>
        </a>
      </div>
    </div>
  );
}
