import './calendar.css';
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CalendarBooking } from '../../../api/contract/schemas/schedule.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDayLong } from '../../lib/time/dates.ts';
import { useOpening } from '../../shared/business/queries.ts';
import { useRoomy, useWide } from '../../ui/hooks/use-wide.ts';
import type { Shown } from './address.ts';
import { CalendarColumn, tracksOf } from './calendar-column.tsx';
import { Heads, NowLine } from './calendar-parts.tsx';
import { CarriedOver, CarriedVisit, CarriedWords } from './carried-visit.tsx';
import { Carrier, type Scene } from './carrier.ts';
import { beginsIn, type Carried, instantOf } from './carry.ts';
import { type Column, columnsOf, type ShownBookings, unassigned } from './columns.ts';
import { firstHour, minuteOn, wallSpan } from './days.ts';
import { isMovable, keeper, type Proposed } from './use-move.ts';

interface CalendarProps {
  shown: Pick<Shown, 'view' | 'date' | 'worker'>;
  read: ShownBookings;
  /** Whether what was read is of the shown days, not of the days before. */
  settled: boolean;
  zone: string;
  onOpen: (booking: CalendarBooking) => void;
  /** Called with the new place of a dropped visit. */
  onPut: (proposed: Omit<Proposed, 'schedule'>) => void;
  /** Called when a visit was dropped on a past time: it stays at its old place. */
  onPast: () => void;
}

const hourText = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;
const hoursFromOne = Array.from({ length: 23 }, (_, before) => before + 1);
const atHours = (textOf: (hour: number) => string) =>
  hoursFromOne.map((hour) => (
    <span key={hour} style={{ '--from': hour * 60 } as CSSProperties}>
      {textOf(hour)}
    </span>
  ));
/** The hours at the side, and their lines. */
const hours = (
  <>
    <div className="schedule-axis" aria-hidden="true">
      {atHours(hourText)}
    </div>
    <div className="schedule-lines" aria-hidden="true">
      {atHours(() => '')}
    </div>
  </>
);

/**
 * The hours of a day, in a column for each worker, or of a week, in a column for each day. Times are those of the
 * business's clock: a day has 24 rows in spite of clock changes, and the device's own zone is never used. Make it anew
 * for other days: it opens at the first visit, and then stays where it is scrolled.
 */
export function Calendar({ shown, read, settled, zone, onOpen, onPut, onPast }: CalendarProps) {
  const scroller = useRef<HTMLElement>(null);
  const hint = useId();
  const may = useMay();
  const mayMove = may('bookings.change');
  const opening = useOpening();
  const { view, date, worker } = shown;
  const columns = useMemo(
    () => columnsOf({ view, date, worker }, settled ? read : withoutTimes(read), { zone, opening }),
    [view, date, worker, settled, read, zone, opening],
  );
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const onMore = useCallback((key: string, id: string) => {
    setOpened((all) => [...all, key]);
    // The button is gone then, and the focus with it.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-visit="${id}"]`)?.focus(),
    );
  }, []);
  const places = usePlaces(view);
  const wide = useWide();
  const eachRem = view === 'week' ? 5 : wide ? 8.5 : 7.5;
  useOpens(scroller, columns, settled);
  const isWhole = useWhole(settled);

  const carrier = useCarrier(
    scroller,
    sceneOf({ columns, byKey, view, zone, mayMove }, { onOpen, onPut, onPast }),
  );
  const lifted = useSyncExternalStore(carrier.subscribe, () => carrier.carried()?.visit.booking.id ?? null);
  const liftedIn = useSyncExternalStore(carrier.subscribe, () => carrier.carried()?.home.column ?? null);
  // Another's change, which may come while a visit is carried, has other columns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the columns where the browser has put them
  useLayoutEffect(() => carrier.measure(), [carrier, columns, opened]);
  const drawn = useMemo(() => {
    const placesIn = ({ key }: Column) => (opened.includes(key) ? Number.POSITIVE_INFINITY : places);
    const { tracks, leastRem } = tracksOf(columns, placesIn, eachRem);
    return {
      style: { '--columns': tracks, '--least': `${leastRem}rem` } as CSSProperties,
      columns: columns.map((column, at) => (
        <CalendarColumn
          key={column.key}
          {...{ column, zone, onMore, hint }}
          label={labelOfColumn(column, read)}
          places={placesIn(column)}
          isDrawn={isWhole || at < columnsOnScreen()}
          lifted={liftedIn === column.key ? lifted : null}
        />
      )),
    };
  }, [columns, read, zone, onMore, hint, opened, places, eachRem, isWhole, lifted, liftedIn]);
  const drawnColumns: ReactNode = drawn.columns;
  return (
    <section ref={scroller} className={`schedule-scroll ${view}`} aria-label="Hours" data-map="">
      <div className="schedule-sheet" style={drawn.style}>
        <Heads {...{ columns, zone }}>
          <CarriedOver carrier={carrier} />
        </Heads>
        <div className="schedule-body" data-body="">
          {hours}
          {drawnColumns}
          <NowLine {...{ columns, zone }} />
          <div className="schedule-layer">
            <CarriedVisit {...{ carrier, zone }} />
          </div>
        </div>
      </div>
      <p id={hint} hidden>
        {mayMove ? 'Space opens it, Enter lifts it to be carried.' : 'Enter opens it.'}
      </p>
      <CarriedWords {...{ carrier, byKey, zone }} titleOf={(column) => titleOfColumn(column, read)} />
    </section>
  );
}

/** The calendar for who carries its visits. */
function sceneOf(
  {
    columns,
    byKey,
    view,
    zone,
    mayMove,
  }: {
    columns: readonly Column[];
    byKey: ReadonlyMap<string, Column>;
    view: Shown['view'];
    zone: string;
    mayMove: boolean;
  },
  { onOpen, onPut, onPast }: Pick<CalendarProps, 'onOpen' | 'onPut' | 'onPast'>,
): Scene {
  return {
    columns,
    visitOf(element) {
      const key = element.closest<HTMLElement>('[data-column]')?.dataset.column ?? '';
      const visit = byKey.get(key)?.visits.find(({ booking }) => booking.id === element.dataset.visit);
      return visit ? { visit, column: key } : null;
    },
    liftedFrom(visit, key) {
      const column = byKey.get(key);
      if (!column || !mayMove || !isMovable(visit.booking) || !beginsIn(column, visit, zone)) return null;
      return { column: key, minute: minuteOn(column.day, wallSpan(visit.booking, zone).start) };
    },
    onOpen: ({ booking }) => onOpen(booking),
    onDrop(dropped) {
      const column = byKey.get(dropped.target.column);
      const proposed = column && proposedBy(dropped, column, { view, zone });
      if (!proposed) return;
      const isPast = proposed.to !== proposed.booking.startsAt && proposed.to <= new Date().toISOString();
      if (isPast) onPast();
      else onPut(proposed);
    },
  };
}

/** Carries the calendar's visits, as it is at each moment. */
function useCarrier(scroller: { current: HTMLElement | null }, scene: Scene): Carrier {
  const [carrier] = useState(() => new Carrier());
  const present = useEffectEvent(() => scene);
  useEffect(
    () => (scroller.current ? carrier.listen(scroller.current, () => present()) : undefined),
    [carrier, scroller],
  );
  return carrier;
}

/** Times of other days say nothing about these. */
const withoutTimes = ({ bookings, lanes }: CalendarProps['read']): CalendarProps['read'] => ({
  bookings,
  lanes: lanes.map(({ worker }) => ({ worker, hours: allTimes, leave: [], held: [] })),
});
const allTimes = [{ startsAt: '2000-01-01T00:00:00.000Z', endsAt: '2100-01-01T00:00:00.000Z' }];

/** The visits that have room beside each other: all of a day, which scrolls sideways; fewer in a week. */
function usePlaces(view: Shown['view']): number {
  const roomy = useRoomy();
  if (view === 'day') return Number.POSITIVE_INFINITY;
  return roomy ? 2 : 1;
}

/** The columns that fit on the screen: their visits are drawn at once, the others in the frames after. */
const columnsOnScreen = (): number => Math.ceil(innerWidth / 120);

/** Whether all columns may be drawn, once the days are read and the first ones painted. */
function useWhole(settled: boolean): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (settled) startTransition(() => setWhole(true));
  }, [settled]);
  return isWhole;
}

/** Scrolls to the first visit once the days are read, also to its column if that is out of sight. */
function useOpens(
  scroller: { current: HTMLElement | null },
  columns: readonly Column[],
  settled: boolean,
): void {
  const open = useEffectEvent(() => {
    const box = scroller.current;
    const body = box?.querySelector('[data-body]');
    if (!box || !body) return;
    const begins = columns.flatMap(({ visits }) => visits.map(({ from }) => from));
    const earliest = Math.min(...begins);
    // A little above it, so that the hour can be read.
    box.scrollTo({ top: (firstHour(begins) / (24 * 60)) * body.clientHeight - 8 });
    const of = columns.findIndex(({ visits }) => visits.some(({ from }) => from === earliest));
    const column = box.querySelectorAll<HTMLElement>('[data-column]')[of];
    if (!column || column.offsetLeft + column.offsetWidth <= box.clientWidth) return;
    box.scrollTo({
      left: column.offsetLeft - (box.querySelector<HTMLElement>('[data-corner]')?.offsetWidth ?? 0),
    });
  });
  useEffect(() => {
    if (settled) open();
  }, [settled]);
}

/** The new place of a visit; `null` if it was dropped where it stands. */
function proposedBy(
  { visit, home, target }: Carried,
  column: Column,
  { view, zone }: { view: Shown['view']; zone: string },
): Omit<Proposed, 'schedule'> | null {
  const { booking, workerId } = visit;
  const to = instantOf(target, column.day, visit, zone);
  const isElsewhere = view === 'day' && target.column !== home.column;
  if (to === booking.startsAt && !isElsewhere) return null;
  const name = column.worker?.name ?? null;
  if (isElsewhere)
    return {
      ...{ booking, to },
      worker: { id: column.worker?.id ?? null, name, ...(workerId && { insteadOf: workerId }) },
    };
  return { booking, to, ...keeper(booking) };
}

function titleOfColumn({ key, day, worker }: Column, { lanes }: CalendarProps['read']): string {
  if (worker) return worker.name;
  if (key !== unassigned) return formatDayLong(`${day}T12:00:00.000Z`, 'UTC');
  return lanes.length === 0 ? 'All bookings' : 'Unassigned';
}

function labelOfColumn(column: Column, read: CalendarProps['read']): string {
  const count = column.visits.length;
  const off = column.off.flatMap(({ kind, words }) => (kind !== 'busy' && words) || []);
  const others = column.off.filter(({ kind }) => kind === 'busy').length;
  const what = [
    count === 1 ? '1 visit' : `${count} visits`,
    ...(others ? [`${others} of other categories`] : []),
    ...off,
  ].join(', ');
  return oneText`${titleOfColumn(column, read)}, ${what}`;
}
