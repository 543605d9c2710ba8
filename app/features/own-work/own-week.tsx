import '../../ui/lists/ruled.css';
import './own-week.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { chevronBackOutline, chevronForwardOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { useZone } from '../../lib/session.ts';
import { daysLater } from '../../lib/time/calendar-days.ts';
import { formatDayLong, formatDayMonth, formatTime } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { teamKeyOf } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { byDay } from './days.ts';
import { OwnLeave } from './own-leave.tsx';

export const ownWeekQuery = (from: string | null) =>
  queryOptions<Answer<'readOwnWeek'>>({
    queryKey: [...teamKeyOf('readOwnWeek'), ...(from ? [`?from=${from}`] : [])],
  });

/** A worker's own visits of a week, day by day; they are read only. */
export function OwnWeek({ shown }: { shown: boolean }) {
  const zone = useZone();
  const [from, setFrom] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...ownWeekQuery(from), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="5rem" label="Reading your week" />
    );
  const dayWords = (day: string) => formatDayLong(`${day}T12:00:00.000Z`, 'UTC');
  return (
    <div className="stack roomy">
      <div className="row own-week-head">
        <button
          type="button"
          className="icon-button"
          aria-label="The week before"
          onClick={() => setFrom(daysLater(data.from, -7))}
        >
          <Icon src={chevronBackOutline} />
        </button>
        <p
          className="grow"
          role="status"
        >{`Week of ${formatDayMonth(`${data.from}T12:00:00.000Z`, 'UTC')}`}</p>
        <button
          type="button"
          className="icon-button"
          aria-label="The next week"
          onClick={() => setFrom(daysLater(data.from, 7))}
        >
          <Icon src={chevronForwardOutline} />
        </button>
      </div>
      {data.visits.length === 0 && (
        <EmptyState
          drawing="van"
          title="No visits this week"
          text="Visits that the team gives you show up here by themselves."
          action={
            <Button kind="quiet" onClick={() => setFrom(daysLater(data.from, 7))}>
              Next Week
            </Button>
          }
        />
      )}
      {byDay(data.visits, zone).map(({ day, visits }) => (
        <section key={day} aria-label={dayWords(day)} className="stack">
          <h2 className="own-week-day">{dayWords(day)}</h2>
          <ul className="ruled">
            {visits.map((visit) => (
              <li key={visit.id} className="own-visit">
                <time dateTime={visit.startsAt}>{formatTime(visit.startsAt, zone)}</time>
                <span className="grow">
                  <strong dir="auto">{visit.service}</strong>
                  {visit.suburb && (
                    <>
                      <br />
                      <span className="muted" dir="auto">
                        {visit.suburb}
                      </span>
                    </>
                  )}
                </span>
                <StatusBadge status={visit.status} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <OwnLeave shown={shown} />
    </div>
  );
}
