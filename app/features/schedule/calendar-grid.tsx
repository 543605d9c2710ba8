import '@fullcalendar/react/skeleton.css';
import './calendar-grid.css';
import FullCalendar, { type CalendarRef, type EventDisplayInfo } from '@fullcalendar/react';
import interaction from '@fullcalendar/react/interaction';
import timeGrid from '@fullcalendar/react/timegrid';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { ScheduledBooking } from '../../../api/contract/schemas/schedule.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatTime, fromLocalInput, toLocalInput } from '../../lib/time/dates.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { labelOf } from '../../shared/label-of.ts';
import { CategoryGlyph } from '../../shared/services/category-glyph.tsx';
import { useRoomy } from '../../ui/hooks/use-wide.ts';
import type { Shown } from './address.ts';
import { firstHour, mostAtOnce, wallSpan } from './days.ts';
import { isMovable } from './use-move.ts';

interface GridProps {
  shown: Pick<Shown, 'view' | 'date'>;
  bookings: readonly ScheduledBooking[];
  zone: string;
  onOpen: (booking: ScheduledBooking) => void;
  /** Whether the bookings are those of the shown days, not of the days before. */
  settled: boolean;
  /** Called with a day of the week on which bookings have no room beside others: its own view has room for all. */
  onDay: (date: string) => void;
  /** Called when a booking was dropped elsewhere, with a future ISO instant. */
  onPut: (booking: ScheduledBooking, to: string) => void;
  /** Called when a booking was dropped on a past time: it stays at its old place. */
  onPast: () => void;
}

const views = { day: 'timeGridDay', week: 'timeGridWeek' } as const;

type Options = Partial<ComponentProps<typeof FullCalendar>>;

/** In px: rows follow the size of text. */
const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const frame = {
  plugins: [timeGrid, interaction],
  timeZone: 'UTC',
  locale: 'en-AU',
  firstDay: 1,
  height: '100%',
  headerToolbar: false,
  allDaySlot: false,
  nowIndicator: true,
  scrollTimeReset: false,
  // Half-hours, as everywhere; with a step finer than a row each booking would be dropped one step too far.
  slotDuration: '00:30:00',
  slotHeaderInterval: '01:00:00',
  slotMinHeight: 1.75 * rem,
  slotHeaderContent: ({ text }) => <span>{text}</span>,
  slotHeaderFormat: { hour: 'numeric', hour12: true },
  dayHeaderContent: ({ weekdayText, dayNumberText, isToday }) => (
    <span className={isToday ? 'schedule-day today' : 'schedule-day'}>
      <span>{weekdayText}</span> <strong>{dayNumberText}</strong>
      {isToday && <span className="visually-hidden">, today</span>}
    </span>
  ),
  // The hours can be scrolled by keyboard too, also if nothing in them can take the focus.
  dayLaneDidMount: ({ el, date, view }) => {
    if (date.getUTCDay() === 1 || view.type === views.day) el.tabIndex = 0;
  },
} satisfies Options;

const visits = {
  eventStartEditable: true,
  eventDurationEditable: false,
  eventInteractive: true,
  eventMinHeight: 1.5 * rem,
  slotEventOverlap: false,
  longPressDelay: 350,
  moreLinkContent: ({ num }) => (
    <>
      <span aria-hidden="true">{oneText`+${num}`}</span>
      <span className="visually-hidden">{oneText`${num} more at this time`}</span>
    </>
  ),
} satisfies Options;

/** The classes that our own styles use for the library's parts. */
const looks = {
  className: 'schedule-calendar',
  tableHeaderClass: 'schedule-heads',
  dayHeaderClass: 'schedule-head',
  dayHeaderDividerClass: 'schedule-rule',
  dayLaneClass: ({ isToday }) => (isToday ? 'schedule-lane today' : 'schedule-lane'),
  slotLaneClass: ({ isMinor }) => (isMinor ? 'schedule-slot half' : 'schedule-slot'),
  slotHeaderClass: 'schedule-hour',
  slotHeaderDividerClass: 'schedule-axis',
  nowIndicatorLineClass: 'schedule-now',
  nowIndicatorHeaderClass: 'schedule-now-mark',
  highlightClass: 'schedule-target',
  eventInnerClass: 'schedule-visit-in',
  moreLinkClass: 'schedule-more',
} satisfies Options;

/**
 * The hours of a day or a week with their bookings. The library knows no zones: it receives the local date and time
 * of the business as if they were UTC, and its results are read the same way. So a day has 24 rows in spite of clock
 * changes, and the device's own zone is never used.
 */
export default function CalendarGrid({
  shown,
  bookings,
  settled,
  zone,
  onOpen,
  onDay,
  onPut,
  onPast,
}: GridProps) {
  const calendar = useRef<CalendarRef>(null);
  /** Whether the dragged booking is over a past time, where the library refuses the drop without a message. */
  const isPast = useRef(false);
  const mayMove = useMay()('bookings.change');
  const [carried, setCarried] = useState(false);
  const roomy = useRoomy();
  const { view, date } = shown;
  const wall = (instant: string) => toLocalInput(instant, zone);
  const wallNow = () => wall(new Date().toISOString());

  const follow = useEffectEvent(() => {
    const api = calendar.current?.getApi();
    if (!api) return;
    if (api.view.type !== views[view]) api.changeView(views[view], date);
    else api.gotoDate(date);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calendar follows these two
  useEffect(() => follow(), [view, date]);

  // The grid opens at the first visit of its days, and stays where it is scrolled while these change.
  const openedAt = useRef('');
  const opens = useEffectEvent(() => {
    const key = view + date;
    if (!settled || openedAt.current === key) return;
    openedAt.current = key;
    calendar.current?.getApi().scrollToTime(firstHour(bookings.map(({ startsAt }) => wall(startsAt))));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calendar opens anew for each of these
  useEffect(() => opens(), [view, date, settled]);
  const most = view === 'day' ? mostAtOnce(bookings) : 1;

  return (
    <Still while={carried}>
      <div className="schedule-width" style={{ minWidth: `${3.5 + most * 8.5}rem` }}>
        <FullCalendar
          ref={calendar}
          {...frame}
          {...visits}
          {...looks}
          eventClass={(info) => eventClass(info)}
          eventContent={({ event }) => {
            const booking = bookingOf(event.extendedProps);
            const shown = event.start ? wallOf(event.start) : wall(booking.startsAt);
            // During a drag, the time is that of the drop. At rest it is the booking's own: a local time may come twice.
            const startsAt =
              shown === wall(booking.startsAt) ? booking.startsAt : fromLocalInput(shown, zone);
            return <Visit booking={booking} startsAt={startsAt} zone={zone} />;
          }}
          initialView={views[view]}
          initialDate={date}
          now={wallNow}
          // Narrower bookings would not be readable; a day has room for all, and scrolls sideways.
          {...(view === 'week' && { eventMaxStack: roomy ? 2 : 1 })}
          moreLinkClick={({ date, view }) => {
            onDay(wallOf(date).slice(0, 10));
            // The present view is returned, so that the library does not open its own list.
            return view.type;
          }}
          eventAllow={(span) => {
            isPast.current = wallOf(span.start) <= wallNow();
            return !isPast.current;
          }}
          events={bookings.map((booking) => ({
            id: booking.id,
            title: booking.service,
            ...wallSpan(booking, zone),
            startEditable: mayMove && isMovable(booking),
            extendedProps: { booking },
          }))}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault();
            onOpen(bookingOf(event.extendedProps));
          }}
          eventDragStart={() => {
            isPast.current = false;
            setCarried(true);
          }}
          eventDragStop={() => {
            setCarried(false);
            if (isPast.current) onPast();
          }}
          eventDrop={({ event, revert }) => {
            const to = event.start && fromLocalInput(wallOf(event.start), zone);
            // The new place is shown from our own state, so the library's own move is reverted.
            revert();
            if (to) onPut(bookingOf(event.extendedProps), to);
          }}
        />
      </div>
    </Still>
  );
}

/**
 * Keeps the calendar unchanged while a booking is dragged; new data appears after the drop. Otherwise the library
 * treats an updated calendar as another one, drops the booking there, and reports nothing.
 */
const Still = memo(
  ({ children }: { while: boolean; children: ReactNode }) => children,
  (_, next) => next.while,
);

const wallOf = (date: Date): string => date.toISOString().slice(0, 16);

const bookingOf = (props: Record<string, unknown>): ScheduledBooking => props.booking as ScheduledBooking;

function eventClass({ event, isMirror, isDragging, isSelected }: EventDisplayInfo): string {
  const booking = bookingOf(event.extendedProps);
  return [
    'schedule-visit',
    booking.category.color,
    booking.status,
    (isMirror || isDragging) && 'held',
    isSelected && 'chosen',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The time, service and customer of a visit, as far as there is room; a screen reader gets everything. The status is
 * written out unless it is the usual one.
 */
function Visit({ booking, startsAt, zone }: { booking: ScheduledBooking; startsAt: string; zone: string }) {
  const begins = formatTime(startsAt, zone);
  // An hour of work is an hour also in a night in which the clocks change.
  const ends = formatTime(new Date(Date.parse(startsAt) + booking.minutes * 60_000).toISOString(), zone);
  const status = labelOf(statusLabels, booking.status);
  return (
    <>
      <span className="visually-hidden" data-booking={booking.id}>
        {oneText`${booking.service}, ${begins} to ${ends}, ${booking.customer.name}, ${booking.category.name}, ${status}`}
      </span>
      <span className="schedule-visit-time" aria-hidden="true">
        <span>{begins}</span>
        <span className="schedule-visit-end">{oneText` – ${ends}`}</span>
        {booking.status !== 'scheduled' && <span className="schedule-visit-status">{status}</span>}
      </span>
      <span className="schedule-visit-name" aria-hidden="true">
        <CategoryGlyph icon={booking.category.icon} size={15} />
        <span>{booking.service}</span>
      </span>
      <span className="schedule-visit-whom" aria-hidden="true">
        {booking.customer.name}
      </span>
    </>
  );
}
