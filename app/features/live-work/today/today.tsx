import '../../../ui/lists/ruled.css';
import './today.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { AskedLeave, Today as Day } from '../../../../api/contract/schemas/schedule.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDayLong } from '../../../lib/time/dates.ts';
import { useConfirmBookings } from '../../../shared/bookings/use-team-act.ts';
import { May } from '../../../shared/may.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { listsAt } from '../clock.ts';
import { useNow } from '../use-now.ts';
import { LeaveRow } from './leave-row.tsx';
import { todayQuery } from './queries.ts';
import { LateRow, OverRow, ToConfirmRow, UnassignedRow, WaitingRow } from './rows.tsx';
import { Side } from './side.tsx';
import { TroubledRow } from './troubled-row.tsx';
import { longestOf, overdueIn, visitsOf } from './words.ts';

interface Acts {
  /** Opens Contact Customer for a booking; resolves when it is shown. */
  onContact: (id: string) => Promise<void>;
  /** Opens the choice of a worker for a booking. */
  onAssign: (id: string) => void;
  /** Opens the decision about leave. */
  onLeave: (request: AskedLeave) => void;
  /** Hears the keys of a list. @returns a function that ends it */
  keysFor: (rows: HTMLElement) => () => void;
}

/**
 * The team's day: late work, people who wait for an answer, visits without a worker, bookings to confirm, each line with its one action; at the
 * side the work under way and the dashboard's numbers. Updated live.
 */
export function Today({ shown, ...acts }: Acts & { shown: boolean }) {
  const query = useQuery({ ...todayQuery(), enabled: shown });
  if (query.data) return <Lists day={query.data} readAt={query.dataUpdatedAt} shown={shown} {...acts} />;
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton cards={3} height="9rem" label="Reading the day" />
  );
}

function Lists({
  day,
  readAt,
  shown,
  onContact,
  onAssign,
  onLeave,
  keysFor,
}: Acts & { day: Day; readAt: number; shown: boolean }) {
  const now = useNow(shown, { at: day.at, readAt });
  const zone = useZone();
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => (shown && rows.current ? keysFor(rows.current) : undefined), [shown, keysFor]);
  const { soon, late } = listsAt(day, now);
  const over = overdueIn(day, now);
  // A device may have an answer from a server that knew no workers.
  const { waiting, toConfirm, unassigned = [], leave = [], troubled = [], cut } = day;
  const count = (list: Day['cut'][number], length: number) => `${length}${cut.includes(list) ? '+' : ''}`;
  const calm = [late, over, waiting, toConfirm, unassigned, leave, troubled].every(
    ({ length }) => length === 0,
  );
  return (
    <div className="today">
      <div className="today-lists" ref={rows}>
        <p className="today-day muted">{`${formatDayLong(day.at, zone)} · ${visitsOf(day)}`}</p>
        {calm && (
          <EmptyState
            drawing="van"
            title="Nothing waits"
            text="Late work, questions and new bookings show up here by themselves."
          />
        )}
        <List
          title="Late or at risk"
          count={count('late', late.length + over.length)}
          length={late.length + over.length}
        >
          {over.map((work) => (
            <OverRow key={work.id} work={work} now={now} onContact={onContact} />
          ))}
          {late.map((booking) => (
            <LateRow key={booking.id} booking={booking} now={now} onContact={onContact} />
          ))}
        </List>
        <List
          title="Waiting for an answer"
          count={count('waiting', waiting.length)}
          note={longestOf(waiting, now)}
          length={waiting.length}
        >
          {waiting.map((one) => (
            <WaitingRow key={`${one.kind} ${one.id}`} one={one} now={now} />
          ))}
        </List>
        <List
          title="Without a worker"
          count={count('unassigned', unassigned.length)}
          length={unassigned.length}
        >
          {unassigned.map((booking) => (
            <UnassignedRow key={booking.id} booking={booking} now={now} onAssign={onAssign} />
          ))}
        </List>
        <List title="Needs somebody else" count={count('troubled', troubled.length)} length={troubled.length}>
          {troubled.map((visit) => (
            <TroubledRow key={visit.id} visit={visit} onAssign={onAssign} />
          ))}
        </List>
        <List title="Leave asked for" count={count('leave', leave.length)} length={leave.length}>
          {leave.map((one) => (
            <LeaveRow key={one.id} request={one} onLeave={onLeave} />
          ))}
        </List>
        <ToConfirm day={day} count={count('toConfirm', toConfirm.length)} />
      </div>
      <Side day={day} soon={soon} now={now} />
    </div>
  );
}

/** A list of the day; nothing while it is empty. */
function List({
  title,
  count,
  note,
  action,
  length,
  children,
}: {
  title: string;
  count: string;
  note?: string;
  action?: ReactNode;
  length: number;
  children: ReactNode;
}) {
  const id = useId();
  if (!length) return null;
  return (
    <section className="today-part" aria-labelledby={id}>
      <div className="today-head">
        <h2 id={id}>{title}</h2>
        <span className="muted">{count}</span>
        {note && <span className="muted">{`· ${note}`}</span>}
        {action}
      </div>
      <ul className="ruled today-rows">{children}</ul>
    </section>
  );
}

function ToConfirm({ day: { toConfirm }, count }: { day: Day; count: string }) {
  const all = useConfirmBookings();
  const confirmAll = async () => {
    const n = toConfirm.length;
    const yes = await confirmFirst({
      title: `Confirm ${n} bookings?`,
      text: 'Each becomes scheduled, and its customer is told as they chose. One that cannot be scheduled stays as it is.',
      yes: `Confirm ${n}`,
    });
    if (yes) all.mutate(toConfirm.map(({ id }) => id));
  };
  return (
    <List
      title="To confirm"
      count={count}
      length={toConfirm.length}
      action={
        toConfirm.length > 1 && (
          <May do="bookings.change">
            <Button kind="plain" size="small" busy={all.isPending} onClick={() => void confirmAll()}>
              {`Confirm All ${toConfirm.length}`}
            </Button>
          </May>
        )
      }
    >
      {toConfirm.map((booking) => (
        <ToConfirmRow key={booking.id} booking={booking} />
      ))}
    </List>
  );
}
