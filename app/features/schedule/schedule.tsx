import './schedule.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { placeOf } from '../../../api/contract/rules/place.ts';
import type { CalendarBooking, Schedule as Read } from '../../../api/contract/schemas/schedule.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { isElsewhere } from '../../shared/bookings/elsewhere.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import type { Shown } from './address.ts';
import { Calendar } from './calendar.tsx';
import type { ShownBookings } from './columns.ts';
import { titleOf } from './days.ts';
import { MoveBar } from './move-bar.tsx';
import { scheduleQuery } from './queries.ts';
import { Bar, chosenIn, Filters } from './schedule-bar.tsx';
import { isNews, type Proposed, placed, useMove } from './use-move.ts';

const BookingSheet = lazy(() => import('./booking-sheet.tsx'));

/**
 * The team's calendar. A phone shows one day only.
 * @param front whether the page is visible
 * @param onShow called with the visible part, for the address
 */
export function Schedule({
  front,
  request,
  onShow,
}: {
  front: boolean;
  request: Shown;
  onShow: (shown: Shown) => void;
}) {
  const zone = useZone();
  const wide = useWide();
  const panel = useId();
  const filters = useId();
  const [isFiltered, setFiltered] = useState(chosenIn(request) > 0);
  const days: Shown = wide ? request : { ...request, view: 'day' };
  const query = useQuery({
    ...scheduleQuery(days, zone),
    enabled: front,
    placeholderData: keepPreviousData,
  });
  const shown = { ...days, worker: knownWorker(days.worker, query.data?.lanes) };
  const move = useMove(zone);
  const { proposed } = move;
  const [looked, setLooked] = useState<{ booking: CalendarBooking; open: boolean }>();
  const look = useCallback((booking: CalendarBooking) => setLooked({ booking, open: true }), []);

  const all = query.data?.bookings;
  const only = shown.categories.join();
  const read = useShownBookings(query.data, { only, worker: shown.worker }, move.shown);
  const root = useFocusBack(proposed?.booking.id);

  return (
    <div ref={root} className="schedule">
      <Bar
        {...{ shown, onShow, zone, panel, filters, isFiltered }}
        onFilters={() => setFiltered(!isFiltered)}
      />
      {isFiltered && <Filters id={filters} lanes={query.data?.lanes ?? []} {...{ shown, onShow }} />}
      <div
        id={panel}
        className="schedule-panel"
        {...(wide && { role: 'tabpanel', 'aria-label': titleOf(shown) })}
      >
        <div className="schedule-grid" aria-busy={query.isFetching || undefined}>
          {read ? (
            <Calendar
              key={`${shown.view} ${shown.date} ${shown.worker}`}
              {...{ shown, read, zone }}
              settled={!query.isPlaceholderData}
              onOpen={look}
              onPut={(dropped) => move.put(ofRead(all, dropped))}
              onPast={sayPast}
            />
          ) : query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <GridSkeleton />
          )}
          {read?.bookings.length === 0 && !query.isPlaceholderData && <Nothing shown={shown} />}
        </div>
      </div>
      <p className="muted schedule-notes" role="status">
        {notesOf(shown, zone, query)}
      </p>
      <ProposedMove {...move} zone={zone} />
      {looked && (
        <Suspense>
          <BookingSheet
            key={looked.booking.id}
            booking={asRead(all, looked.booking)}
            zone={zone}
            who={namesOf(looked.booking, query.data?.lanes)}
            open={looked.open}
            onMove={move.confirm}
            onClose={() => setLooked({ ...looked, open: false })}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * The bookings of the chosen categories and worker, where the latest moves put them; those of other categories are
 * apart, since their workers are not free then.
 */
function useShownBookings(
  read: Read | undefined,
  { only, worker }: { only: string; worker: string | null },
  moves: readonly Proposed[],
): ShownBookings | undefined {
  return useMemo(() => {
    if (!read) return undefined;
    const all = read.bookings
      .map((booking) => {
        const move = moves.findLast((one) => one.booking.id === booking.id);
        return move ? placed(move) : booking;
      })
      .filter(({ visits }) => !worker || visits.some(({ workerId }) => workerId === worker));
    const isChosen = ({ category }: CalendarBooking) => !only || only.split(',').includes(category.id);
    return {
      ...{ lanes: read.lanes, bookings: all.filter(isChosen) },
      others: all.filter((one) => !isChosen(one) && one.status !== 'cancelled'),
    };
  }, [read, only, worker, moves]);
}

/** The only worker to show. One who is gone has no button that would end the filter, and filters nothing. */
const knownWorker = (id: string | null, lanes: Read['lanes'] | undefined): string | null =>
  !lanes || lanes.some(({ worker }) => worker.id === id) ? id : null;

/** The names of those who come to a booking. */
const namesOf = ({ visits }: CalendarBooking, lanes: Read['lanes'] = []): string =>
  lanes
    .filter(({ worker }) => visits.some(({ workerId }) => workerId === worker.id))
    .map(({ worker }) => worker.name)
    .join(', ');

/** Returns the focus when a proposed move is decided and its bar disappears with the focus in it. */
function useFocusBack(askedOf: string | undefined) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!askedOf) return;
    const { current } = root;
    return () => void requestAnimationFrame(() => current && focusVisit(current, askedOf));
  }, [askedOf]);
  return root;
}

/** Moves the focus to the visit, if it is still visible, otherwise to the hours; never away from another element. */
function focusVisit(schedule: HTMLElement, id: string): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const visit = schedule.querySelector<HTMLElement>(`[data-visit="${id}"]`);
  const hours = schedule.querySelector<HTMLElement>('.schedule-scroll');
  (visit ?? hours)?.focus({ preventScroll: true });
}

/** A dropped move of a booking as last read: a time is compared with the one that the server has. */
function ofRead(all: CalendarBooking[] | undefined, dropped: Omit<Proposed, 'schedule'>): Proposed {
  const move = { ...dropped, booking: asRead(all, dropped.booking), schedule: false };
  // Who has it may be changing already.
  return isNews(move) ? move : { ...move, booking: dropped.booking };
}

/** The booking as last read, without a proposed move. */
const asRead = (all: CalendarBooking[] | undefined, booking: CalendarBooking): CalendarBooking =>
  all?.find(({ id }) => id === booking.id) ?? booking;

const sayPast = () =>
  void toast({
    title: 'The booking was not moved',
    description: 'That time has passed.',
    style: 'destructive',
  });

const GridSkeleton = () => (
  <div className="schedule-skeleton" role="status">
    <span className="visually-hidden">Loading the calendar</span>
    <div className="skeleton" />
  </div>
);

/** Notes about the visible part: its limits, its age and its zone. */
const notesOf = (
  shown: Shown,
  zone: string,
  query: { data: { bookings: unknown; more: boolean } | undefined; error: unknown },
): string =>
  [
    query.data?.more && 'There is more than can be shown: the last bookings of these days are missing.',
    query.error && query.data && 'This may be out of date: it could not be read again.',
    isElsewhere(`${shown.date}T12:00:00.000Z`, zone) && `Times are ${placeOf(zone)}’s.`,
  ]
    .filter(Boolean)
    .join(' ');

function Nothing({ shown }: { shown: Shown }) {
  return (
    <div className="schedule-empty">
      <EmptyState
        drawing="calendar"
        title={shown.view === 'week' ? 'Nothing in this week' : 'Nothing on this day'}
        text={
          shown.worker
            ? 'No visit by this worker.'
            : shown.categories.join()
              ? 'No booking of these categories.'
              : 'What is booked shows up here by itself.'
        }
      />
    </div>
  );
}

function ProposedMove({
  proposed,
  moving,
  zone,
  propose,
  confirm,
}: Omit<ReturnType<typeof useMove>, 'shown' | 'put'> & { zone: string }) {
  const isAsked = proposed && (isNews(proposed) || proposed.refused !== undefined);
  return (
    <>
      {isAsked && (
        <MoveBar
          key={`${proposed.booking.id}${proposed.to}${proposed.refused}`}
          proposed={proposed}
          zone={zone}
          moving={moving}
          onChange={propose}
          onMove={confirm}
          onCancel={() => propose(null)}
        />
      )}
      <p className="visually-hidden" role="status">
        {proposed &&
          isNews(proposed) &&
          oneText`${proposed.booking.service} is to move to ${inSentence(formatWhen(proposed.to, zone))}.`}
      </p>
    </>
  );
}
