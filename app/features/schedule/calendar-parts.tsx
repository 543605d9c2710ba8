import { type CSSProperties, useEffect, useRef } from 'react';
import { formatDayLong } from '../../lib/time/dates.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { type Carried, instantOf } from './carry.ts';
import { type Column, unassigned } from './columns.ts';
import { minuteOn, wallSpan } from './days.ts';
import { VisitWords } from './visit-words.tsx';

/** The names over the columns, which stay in sight; headings within the columns say them to a screen reader. */
export function Heads({
  columns,
  zone,
  over,
}: {
  columns: readonly Column[];
  zone: string;
  over: string | null;
}) {
  const today = dayOf(new Date().toISOString(), zone);
  return (
    <div className="schedule-heads">
      <div className="schedule-corner" data-corner="" />
      {columns.map((column) => (
        <div
          key={column.key}
          className={`schedule-head${over === column.key ? ' over' : ''}`}
          aria-hidden="true"
        >
          {column.worker ? (
            <>
              <WorkerFace {...column.worker} size={26} />
              <span className="schedule-head-name" dir="auto">
                {column.worker.name}
              </span>
            </>
          ) : column.key === unassigned ? (
            <span className="schedule-head-name">{columns.length > 1 ? 'Unassigned' : 'All bookings'}</span>
          ) : (
            <DayHead day={column.day} isToday={column.day === today} />
          )}
        </div>
      ))}
    </div>
  );
}

function DayHead({ day, isToday }: { day: string; isToday: boolean }) {
  const [weekday = '', number = ''] = formatDayLong(`${day}T12:00:00.000Z`, 'UTC').split(' ');
  return (
    <span className={isToday ? 'schedule-day today' : 'schedule-day'}>
      <span>{weekday.slice(0, 3)}</span> <strong>{number}</strong>
    </span>
  );
}

/** The present time, over the columns of today. */
export function NowLine({ columns, zone }: { columns: readonly Column[]; zone: string }) {
  const now = useNow(() => 60_000);
  const wall = wallSpan({ startsAt: new Date(now).toISOString(), minutes: 1 }, zone).start;
  const today = columns.flatMap(({ day }, at) => (day === wall.slice(0, 10) ? [at] : []));
  const [first] = today;
  if (first === undefined) return null;
  const style = {
    '--from': minuteOn(wall.slice(0, 10), wall),
    gridColumn: `${first + 2} / ${first + 2 + today.length}`,
  } as CSSProperties;
  return <div className="schedule-now" style={style} aria-hidden="true" />;
}

/** A carried visit at the place where it would be dropped; made anew at each, which keys may carry out of sight. */
export function Ghost({
  carried,
  column,
  columns,
  zone,
}: {
  carried: Carried;
  column: Column;
  columns: readonly Column[];
  zone: string;
}) {
  const { visit, target } = carried;
  const box = useRef<HTMLDivElement>(null);
  const byKeys = carried.by === 'keys';
  useEffect(() => {
    if (byKeys) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [byKeys]);
  const style = {
    ...{ '--from': target.minute, '--minutes': visit.until - visit.from },
    gridColumn: `${columns.indexOf(column) + 2} / ${columns.indexOf(column) + 3}`,
  } as CSSProperties;
  const startsAt = instantOf(target, column.day, visit, zone);
  return (
    <div
      ref={box}
      className={`schedule-visit schedule-ghost ${visit.colour}`}
      style={style}
      aria-hidden="true"
    >
      <VisitWords {...{ visit, zone, startsAt }} />
    </div>
  );
}
