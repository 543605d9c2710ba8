import './carried-visit.css';
import {
  type CSSProperties,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { oneText } from '../../lib/one-text.ts';
import { formatTime } from '../../lib/time/dates.ts';
import type { Carrier } from './carrier.ts';
import { type Carried, instantOf, stepMinutes } from './carry.ts';
import type { Column, Visit } from './columns.ts';
import { glideTo } from './glide.ts';
import { VisitWords } from './visit-words.tsx';

interface Props {
  carrier: Carrier;
  byKey: ReadonlyMap<string, Column>;
  zone: string;
}

/** The visit that is carried, the same object at each step. */
const useLifted = (carrier: Carrier): Visit | null =>
  useSyncExternalStore(carrier.subscribe, () => carrier.carried()?.visit ?? null);

/** Calls `follow` with each new place of what is carried. Nothing is rendered at a step: forty lanes stand beside it. */
function useSteps(carrier: Carrier, follow: (carried: Carried) => void): void {
  const onStep = useEffectEvent(() => {
    const carried = carrier.carried();
    if (carried) follow(carried);
  });
  useLayoutEffect(() => {
    onStep();
    return carrier.subscribe(() => onStep());
  }, [carrier]);
}

/** A carried visit at the place where it would be dropped. */
export function CarriedVisit({ carrier, zone }: Pick<Props, 'carrier' | 'zone'>) {
  const visit = useLifted(carrier);
  return visit && <Ghost key={visit.booking.id} {...{ carrier, visit, zone }} />;
}

/**
 * A layer of its own with words that stay, so that a step moves layers, and lays out and paints nothing: also its time
 * is one of a strip of all times, which is moved behind a window.
 */
function Ghost({ carrier, visit, zone }: Pick<Props, 'carrier' | 'zone'> & { visit: Visit }) {
  const box = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLSpanElement>(null);
  const home = carrier.carried()?.home.minute ?? 0;
  const strip = useMemo(() => timesWith(home), [home]);
  useSteps(carrier, ({ target, place, by }) => {
    if (!box.current || !times.current) return;
    put(box.current, { width: place.width - 4, x: place.left + 2, y: place.top });
    glideTo(times.current, `translateY(-${(strip.indexOf(target.minute) / strip.length) * 100}%)`);
    if (by === 'keys') box.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (
    <div
      ref={box}
      className={`schedule-visit schedule-ghost ${visit.colour}`}
      style={{ '--minutes': visit.until - visit.from } as CSSProperties}
      aria-hidden="true"
    >
      <VisitWords {...{ visit, zone }} isCarried />
      <span className="schedule-ghost-time">
        <span ref={times} className="schedule-ghost-times">
          {strip.map((minute) => (
            <span key={minute}>{clockOf(minute)}</span>
          ))}
        </span>
      </span>
    </div>
  );
}

/** The minutes at which a visit may be dropped: each step of a day, and its own. */
const timesWith = (home: number): number[] => [
  ...new Set([...Array.from({ length: (24 * 60) / stepMinutes }, (_, at) => at * stepMinutes), home]),
];

/** '9:30': the hours beside it say am or pm. */
const clockOf = (minute: number): string =>
  `${Math.floor(minute / 60) % 12 || 12}:${String(minute % 60).padStart(2, '0')}`;

/** A width that stays the same is not written, since that alone would lay out anew. */
function put(element: HTMLElement, { width, x, y }: { width: number; x: number; y: number }): void {
  const wide = `${width}px`;
  if (element.style.width !== wide) element.style.width = wide;
  glideTo(element, `translate(${x}px, ${y}px)`);
}

/** Marks the head of the column over which a visit is carried. */
export function CarriedOver({ carrier }: Pick<Props, 'carrier'>) {
  return useLifted(carrier) && <OverMark carrier={carrier} />;
}

function OverMark({ carrier }: Pick<Props, 'carrier'>) {
  const mark = useRef<HTMLDivElement>(null);
  useSteps(carrier, ({ place }) => {
    if (mark.current) put(mark.current, { width: place.width, x: place.left, y: 0 });
  });
  return <div ref={mark} className="schedule-over" />;
}

/** Says to a screen reader where a visit is that keys carry. */
export function CarriedWords({
  carrier,
  byKey,
  zone,
  titleOf,
}: Props & { titleOf: (column: Column) => string }) {
  const carried = useSyncExternalStore(carrier.subscribe, () => {
    const now = carrier.carried();
    return now?.by === 'keys' ? now : null;
  });
  const column = carried && byKey.get(carried.target.column);
  return (
    <p className="visually-hidden" role="status">
      {carried && column && wordsOf(carried, column, { zone, titleOf })}
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
