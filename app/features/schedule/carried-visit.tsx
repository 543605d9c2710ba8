import './carried-visit.css';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { formatTime } from '../../lib/time/dates.ts';
import type { Carrier } from './carrier.ts';
import { type Carried, instantOf } from './carry.ts';
import type { Column } from './columns.ts';
import { VisitWords } from './visit-words.tsx';

interface Props {
  carrier: Carrier;
  byKey: ReadonlyMap<string, Column>;
  zone: string;
}

/** What is carried, and the column in which it would be dropped. */
function useCarried({ carrier, byKey }: Pick<Props, 'carrier' | 'byKey'>) {
  const carried = useSyncExternalStore(carrier.subscribe, carrier.carried);
  const column = carried && byKey.get(carried.target.column);
  return carried && column && { carried, column };
}

/**
 * A carried visit at the place where it would be dropped. It is a layer of its own that is only moved, so that a step
 * lays out and paints nothing else.
 */
export function CarriedVisit({ carrier, byKey, zone }: Props) {
  const now = useCarried({ carrier, byKey });
  const box = useRef<HTMLDivElement>(null);
  const byKeys = now?.carried.by === 'keys' && now.carried.place;
  useEffect(() => {
    if (byKeys) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [byKeys]);
  if (!now) return null;
  const { visit, target, place } = now.carried;
  const style = {
    '--minutes': visit.until - visit.from,
    width: place.width - 4,
    transform: `translate(${place.left + 2}px, ${place.top}px)`,
  };
  return (
    <div
      ref={box}
      className={`schedule-visit schedule-ghost ${visit.colour}`}
      style={style}
      aria-hidden="true"
    >
      <VisitWords {...{ visit, zone }} startsAt={instantOf(target, now.column.day, visit, zone)} />
    </div>
  );
}

/** Marks the head of the column over which a visit is carried. */
export function CarriedOver({ carrier, byKey }: Omit<Props, 'zone'>) {
  const now = useCarried({ carrier, byKey });
  if (!now) return null;
  const { left, width } = now.carried.place;
  return <div className="schedule-over" style={{ width, transform: `translateX(${left}px)` }} />;
}

/** Says to a screen reader where a visit is that keys carry. */
export function CarriedWords({ titleOf, ...props }: Props & { titleOf: (column: Column) => string }) {
  const now = useCarried(props);
  return (
    <p className="visually-hidden" role="status">
      {now?.carried.by === 'keys' && wordsOf(now.carried, now.column, { zone: props.zone, titleOf })}
    </p>
  );
}

function wordsOf(
  { visit, home, target }: Carried,
  column: Column,
  { zone, titleOf }: { zone: string; titleOf: (column: Column) => string },
): string {
  if (target.column === home.column && target.minute === home.minute)
    return oneText`${visit.booking.service} is lifted. Arrows carry it, Enter drops it, Escape puts it back.`;
  return oneText`${titleOf(column)}, ${formatTime(instantOf(target, column.day, visit, zone), zone)}`;
}
