import '../../ui/lists/ruled.css';
import './audit.css';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { rowsOf } from '../../lib/cache/pages.ts';
import { searchOf } from '../../lib/search.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatTime } from '../../lib/time/dates.ts';
import { TeamLink } from '../../shared/team-link.tsx';
import { Button } from '../../ui/button.tsx';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { byDay } from './days.ts';
import { type AuditFilter, everything } from './filter.ts';
import { actsQuery } from './queries.ts';
import { sentenceOf } from './sentence.ts';

/** The acts of administrators, the newest first. The address keeps the filter. */
export function AuditLog({
  shown,
  filter,
  onFilter,
}: {
  shown: boolean;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}) {
  return (
    <div className="audit">
      <AuditFilters shown={shown} filter={filter} onFilter={onFilter} />
      <Days shown={shown} filter={filter} onAll={() => onFilter(everything)} />
    </div>
  );
}

function Days({ shown, filter, onAll }: { shown: boolean; filter: AuditFilter; onAll: () => void }) {
  const zone = useZone();
  const log = useInfiniteQuery({
    ...actsQuery(filter),
    enabled: shown,
    placeholderData: keepPreviousData,
  });
  if (!log.data)
    return log.error ? (
      <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Skeleton cards={6} height="3.5rem" label="Reading the audit log" />
    );
  const entries = rowsOf(log.data);
  if (!entries.length)
    return searchOf(filter) ? (
      <EmptyState
        drawing="search"
        title="No entries found"
        text="No entry of the log matches your filter."
        action={
          <Button size="small" kind="quiet" onClick={onAll}>
            Show everything
          </Button>
        }
      />
    ) : (
      <EmptyState
        drawing="receipt"
        title="Nothing yet"
        text="Every change by the team is recorded here for good."
      />
    );
  return (
    <>
      {byDay(entries, zone).map(({ day, entries: ofDay }) => (
        <section key={`${day} ${ofDay[0]?.id}`} className="audit-day" aria-label={day}>
          <h2>{day}</h2>
          <ol className="ruled audit-list" aria-busy={log.isPlaceholderData || undefined}>
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <Act entry={entry} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <More list={log} label="Show earlier" />
    </>
  );
}

function Act({ entry }: { entry: AuditEntry }) {
  const zone = useZone();
  return (
    <>
      <time className="muted" dateTime={entry.at} title={formatExact(entry.at, zone)}>
        {formatTime(entry.at, zone)}
      </time>
      <p>
        <b>{entry.actor.name}</b>{' '}
        {sentenceOf(entry, zone).map((part) =>
          typeof part === 'string' ? (
            <span key={part}>{part}</span>
          ) : (
            <TeamLink key={part.href} to={part.href}>
              {part.text}
            </TeamLink>
          ),
        )}
      </p>
    </>
  );
}
