import './calendar-visit.css';
import { type CSSProperties, memo } from 'react';
import { oneText } from '../../lib/one-text.ts';
import type { Column, Off, Visit } from './columns.ts';
import { type Block, folded, mostPlaces, type Place } from './stacks.ts';
import { VisitWords, visitName } from './visit-words.tsx';

interface ColumnProps {
  column: Column;
  label: string;
  zone: string;
  /** The visits beside each other that have room; the others stand behind '+5'. */
  places: number;
  /** Whether its visits are drawn yet. */
  isDrawn: boolean;
  /** The id of the visit's booking that is carried out of this column. */
  lifted: string | null;
  /** Opens the column for all of its visits, with the focus on the one of a booking. */
  onMore: (key: string, bookingId: string) => void;
  /** The id of the words that say how a visit is carried. */
  hint: string;
}

/** A column's times and visits. It stays as it is while a visit is carried elsewhere: forty stand beside each other. */
export const CalendarColumn = memo(
  ({ column, label, zone, places, isDrawn, lifted, onMore, hint }: ColumnProps) => {
    const { shown, more } = folded(isDrawn ? column.visits : [], places);
    return (
      <div className="schedule-column" data-column={column.key}>
        <h3 className="visually-hidden">{label}</h3>
        {column.off.map((off) => (
          <OffTime key={`${off.kind}${off.from}`} off={off} />
        ))}
        {shown.map(
          (visit) =>
            hasWay(visit, column) && (
              <span
                key={`way ${visit.booking.id}`}
                className="schedule-way"
                style={blockStyle(visit)}
                aria-hidden="true"
              >
                {oneText`${visit.wayMinutes} min`}
              </span>
            ),
        )}
        {shown.map((visit) => (
          <button
            key={visit.booking.id}
            type="button"
            data-visit={visit.booking.id}
            className={classOf(visit, lifted)}
            style={placeStyle(
              visit,
              more.some(({ group }) => group === visit.group),
            )}
            aria-describedby={hint}
          >
            <span className="visually-hidden">{visitName(visit, zone)}</span>
            <VisitWords visit={visit} zone={zone} />
          </button>
        ))}
        {more.map(({ group, count, from, until }) => (
          <button
            key={group}
            type="button"
            className="schedule-more"
            style={blockStyle({ from, until })}
            onClick={() => onMore(column.key, shown.find((one) => one.group === group)?.booking.id ?? '')}
          >
            <span aria-hidden="true">{oneText`+${count}`}</span>
            <span className="visually-hidden">{oneText`${count} more at this time`}</span>
          </button>
        ))}
      </div>
    );
  },
);

function OffTime({ off }: { off: Off }) {
  return (
    <div className={`schedule-off ${off.kind}`} style={blockStyle(off)}>
      {off.words && <span dir="auto">{off.words}</span>}
    </div>
  );
}

/** Whether the way to a visit has room above it: nothing stands there for a quarter of an hour. */
const hasWay = ({ wayMinutes, from, of }: Visit, { visits }: Column): boolean =>
  wayMinutes !== null &&
  of === 1 &&
  visits.every((other) => other.from >= from || Math.max(other.until, other.from + 30) <= from - 15);

const classOf = ({ booking, colour }: Visit, lifted: string | null): string =>
  `schedule-visit ${colour} ${booking.status}${lifted === booking.id ? ' lifted' : ''}`;

const blockStyle = ({ from, until }: Block): CSSProperties =>
  ({ '--from': from, '--minutes': until - from }) as CSSProperties;

const placeStyle = (visit: Block & Place, hasMore: boolean): CSSProperties =>
  ({
    ...blockStyle(visit),
    ...{ '--at': visit.at, '--of': visit.of },
    ...(hasMore && { '--beside': 'var(--more)' }),
  }) as CSSProperties;

/**
 * The widths of the columns: so many visits beside each other have room for their words, and what is left is divided by
 * their number. Hidden ones need room for their count. The least width of all is named, too: else it would follow from
 * what the browser has drawn of the columns so far, and change while they are scrolled.
 * @param eachRem the least rem of a visit
 */
export function tracksOf(
  columns: readonly Column[],
  placesIn: (column: Column) => number,
  eachRem: number,
): { tracks: string; leastRem: number } {
  const parts = columns.map((column) => {
    const [most, places] = [mostPlaces(column.visits), placesIn(column)];
    return most > places ? places + 0.4 : most;
  });
  return {
    tracks: parts.map((part) => `minmax(${part * eachRem}rem, ${part}fr)`).join(' '),
    leastRem: parts.reduce((sum, part) => sum + part, 0) * eachRem,
  };
}
