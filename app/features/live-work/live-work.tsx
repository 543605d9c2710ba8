import './live-work.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { checkmarkDoneOutline, playOutline } from 'ionicons/icons';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type {
  ScheduledBooking,
  LiveWork as Work,
  WorkInProgress,
} from '../../../api/contract/schemas/schedule.ts';
import { ApiError } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatTime, formatWhen, inSentence } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { May } from '../../shared/may.tsx';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { Vouched } from '../../shared/vouched.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { expectedEnd, listsAt, spanText } from './clock.ts';
import { liveWorkQuery } from './queries.ts';
import { useNow } from './use-now.ts';

/**
 * The team's present work, updated live.
 * @param shown whether the page is visible
 * @param onComplete asks for the work's hours, by the booking's id; resolves when the question is shown
 */
export function LiveWork({ shown, onComplete }: { shown: boolean; onComplete: Complete }) {
  const query = useQuery({ ...liveWorkQuery(), enabled: shown });
  if (query.data)
    return <Lists work={query.data} readAt={query.dataUpdatedAt} shown={shown} onComplete={onComplete} />;
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton label="Loading the work of today" />
  );
}

type Complete = (id: string) => Promise<void>;

function Lists({
  work,
  readAt,
  shown,
  onComplete,
}: {
  work: Work;
  readAt: number;
  shown: boolean;
  onComplete: Complete;
}) {
  const now = useNow(shown, { at: work.at, readAt });
  const { late, soon } = listsAt(work, now);
  const { inProgress, completedToday, cut } = work;
  const count = (list: Work['cut'][number], length: number) => `${length}${cut.includes(list) ? '+' : ''}`;
  const idle = !inProgress.length && !late.length && !soon.length;
  return (
    <div className="live-work">
      <dl className="live-counts">
        <Count label="In Progress" value={count('inProgress', inProgress.length)} />
        <Count label="Late" value={count('late', late.length)} />
        <Count label="Next 2 hours" value={count('soon', soon.length)} />
        <Count label="Completed today" value={String(completedToday)} />
      </dl>
      {idle && (
        <EmptyState
          drawing="van"
          title="Nobody is on the way"
          text="Work that begins, or is about to, shows up here by itself."
          action={
            <ButtonLink href={hrefs.adminSchedule} kind="quiet" size="small">
              Schedule View
            </ButtonLink>
          }
        />
      )}
      <List title="In Progress" length={inProgress.length}>
        {inProgress.map((booking) => (
          <UnderWay key={booking.id} booking={booking} now={now} onComplete={onComplete} />
        ))}
      </List>
      <List title="Late" length={late.length}>
        {late.map((booking) => (
          <Waiting key={booking.id} booking={booking} now={now} />
        ))}
      </List>
      <List title="Next 2 hours" length={soon.length}>
        {soon.map((booking) => (
          <Waiting key={booking.id} booking={booking} now={now} />
        ))}
      </List>
    </div>
  );
}

const Count = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function List({ title, length, children }: { title: string; length: number; children: ReactNode }) {
  const id = useId();
  if (!length) return null;
  return (
    <section className="live-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="live-list">{children}</ul>
    </section>
  );
}

function Row({
  booking,
  clock,
  late,
  children,
}: {
  booking: ScheduledBooking;
  clock: ReactNode;
  late: boolean;
  children: ReactNode;
}) {
  return (
    <li className={late ? 'card live-row late' : 'card live-row'}>
      <CategoryIcon icon={booking.category.icon} color={booking.category.color} />
      <div className="grow">
        <h3>
          <Link className="live-name" to={hrefs.adminBooking(booking.id)}>
            {booking.service}
          </Link>
        </h3>
        <p className="muted">{oneText`${booking.customer.name} · ${booking.category.name}`}</p>
        <Vouched by={booking.customer} />
        {clock}
      </div>
      <div className="live-acts">
        <StatusBadge status={booking.status} />
        {children}
      </div>
    </li>
  );
}

function UnderWay({
  booking,
  now,
  onComplete,
}: {
  booking: WorkInProgress;
  now: number;
  onComplete: Complete;
}) {
  const zone = useZone();
  const complete = useMutation({ mutationFn: () => onComplete(booking.id) });
  const began = Date.parse(booking.startedAt);
  const end = expectedEnd(booking);
  const over = now > end;
  const share = Math.min(100, Math.max(2, Math.round(((now - began) / (end - began)) * 100)));
  const behind = began - Date.parse(booking.startsAt);
  return (
    <Row
      booking={booking}
      late={over}
      clock={
        <>
          <p className="live-clock" title={`Since ${formatExact(booking.startedAt, zone)}`}>
            <strong>{oneText`For ${spanText(now - began)}`}</strong>
            {over ? (
              <span className="live-late">{oneText` · ${spanText(now - end)} over its estimate`}</span>
            ) : (
              <span>{` · done by ${formatTime(new Date(end).toISOString(), zone)}`}</span>
            )}
          </p>
          <div className="progress" aria-hidden="true">
            <span style={{ width: `${share}%` }} />
          </div>
          <p className="muted">
            {oneText`Began ${inSentence(formatWhen(booking.startedAt, zone))}${behind >= 60_000 && `, ${spanText(behind)} late`}`}
          </p>
        </>
      }
    >
      <May do="bookings.change">
        <Button
          kind="quiet"
          size="small"
          icon={checkmarkDoneOutline}
          busy={complete.isPending}
          onClick={() => complete.mutate()}
        >
          Complete
        </Button>
      </May>
    </Row>
  );
}

function Waiting({ booking, now }: { booking: ScheduledBooking; now: number }) {
  const zone = useZone();
  const starts = Date.parse(booking.startsAt);
  const late = starts <= now;
  return (
    <Row
      booking={booking}
      late={late}
      clock={
        <p className="live-clock" title={formatExact(booking.startsAt, zone)}>
          <strong className={late ? 'live-late' : undefined}>
            {late ? `${spanText(now - starts)} late` : `In ${spanText(starts - now + 59_999)}`}
          </strong>
          <span>{` · ${formatWhen(booking.startsAt, zone)}`}</span>
        </p>
      }
    >
      <May do="bookings.change">
        <Start booking={booking} />
      </May>
    </Row>
  );
}

function Start({ booking }: { booking: ScheduledBooking }) {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      teamCall('setBookingStatus', {
        params: { id: booking.id },
        body: { status: 'in_progress', seenStatus: booking.status },
      }),
    onSuccess: async () => {
      toast({ title: 'Status updated successfully' });
      await client.invalidateQueries(liveWorkQuery());
      void client.invalidateQueries({ queryKey: teamKeyOf('readSchedule') });
    },
    onError: (error) => {
      toast({
        title: 'Failed to update status',
        description: error instanceof ApiError && error.status < 500 ? error.text : 'Please try again.',
        style: 'destructive',
      });
      // The data behind the action may be outdated.
      void client.invalidateQueries(liveWorkQuery());
    },
  });
  return (
    <Button
      size="small"
      icon={playOutline}
      busy={start.isPending || start.isSuccess}
      onClick={() => start.mutate()}
    >
      Start
    </Button>
  );
}
