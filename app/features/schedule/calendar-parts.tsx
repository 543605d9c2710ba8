import { type CSSProperties, memo, type ReactNode } from 'react';
import { formatDayLong } from '../../lib/time/dates.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { type Column, unassigned } from './columns.ts';
import { minuteOn, wallSpan } from './days.ts';

/**
 * The names over the columns, which stay in sight; headings within the columns say them to a screen reader.
 * @param children what lies over them
 */
export function Heads({
  columns,
  zone,
  children,
}: {
  columns: readonly Column[];
  zone: string;
  children: ReactNode;
}) {
  const today = dayOf(new Date().toISOString(), zone);
  return (
    <div className="schedule-heads">
      <div className="schedule-corner" data-corner="" />
      {columns.map((column) => (
        <Head
          key={column.key}
          column={column}
          isToday={column.day === today}
          hasNoWorkers={columns.length === 1 && column.key === unassigned}
        />
      ))}
      {children}
    </div>
  );
}

const Head = memo(
  ({ column, isToday, hasNoWorkers }: { column: Column; isToday: boolean; hasNoWorkers: boolean }) => (
    <div className="schedule-head" aria-hidden="true">
      {column.worker ? (
        <>
          <WorkerFace {...column.worker} size={26} />
          <span className="schedule-head-name" dir="auto">
            {column.worker.name}
          </span>
        </>
      ) : column.key === unassigned ? (
        <span className="schedule-head-name">{hasNoWorkers ? 'All bookings' : 'Unassigned'}</span>
      ) : (
        <DayHead day={column.day} isToday={isToday} />
      )}
    </div>
  ),
);

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
