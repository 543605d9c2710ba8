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
import type { ScheduledBooking } from '../../../api/contract/schedule.ts';
import { statusLabels } from '../../domain/bookings/status-badge.tsx';
import { CategoryGlyph } from '../../domain/services/category-glyph.tsx';
import { formatTime, fromLocalInput, toLocalInput } from '../../lib/time/dates.ts';
import { useRoomy, useWide } from '../../ui/hooks/use-wide.ts';
import type { Shown } from './address.ts';
import { endOf } from './days.ts';
import { isMovable } from './use-move.ts';

interface GridProps {
  shown: Pick<Shown, 'view' | 'date'>;
  bookings: readonly ScheduledBooking[];
  zone: string;
  onOpen: (booking: ScheduledBooking) => void;
  /** More lie there at one time than have room: those that have none. */
  onMany: (bookings: ScheduledBooking[]) => void;
  /** A booking was put elsewhere: an ISO instant to come. */
  onPut: (booking: ScheduledBooking, to: string) => void;
  /** A booking was let go over a time that has passed: it stays where it was. */
  onPast: () => void;
}

const views = { day: 'timeGridDay', week: 'timeGridWeek' } as const;

type Options = Partial<ComponentProps<typeof FullCalendar>>;

const frame = {
  plugins: [timeGrid, interaction],
  timeZone: 'UTC',
  locale: 'en-AU',
  firstDay: 1,
  height: '100%',
  headerToolbar: false,
  allDaySlot: false,
  nowIndicator: true,
  scrollTime: '07:00:00',
  scrollTimeReset: false,
  // By half-hours, as times are chosen everywhere; a finer step than a row's would put each booking one too far.
  slotDuration: '00:30:00',
  slotHeaderInterval: '01:00:00',
  slotMinHeight: 28,
  slotHeaderContent: ({ text }) => <span>{text}</span>,
  slotHeaderFormat: { hour: 'numeric', hour12: true },
  dayHeaderContent: ({ weekdayText, dayNumberText, isToday }) => (
    <span className={isToday ? 'schedule-day today' : 'schedule-day'}>
      <span>{weekdayText}</span> <strong>{dayNumberText}</strong>
      {isToday && <span className="visually-hidden">, today</span>}
    </span>
  ),
  // The hours scroll by keyboard too, also where nothing in them can be tabbed to.
  dayLaneDidMount: ({ el, date, view }) => {
    if (date.getUTCDay() === 1 || view.type === views.day) el.tabIndex = 0;
  },
} satisfies Options;

const visits = {
  eventStartEditable: true,
  eventDurationEditable: false,
  eventInteractive: true,
  eventMinHeight: 24,
  slotEventOverlap: false,
  longPressDelay: 350,
  moreLinkContent: ({ num }) => (
    <>
      <span aria-hidden="true">+{num}</span>
      <span className="visually-hidden">{num} more at this time</span>
    </>
  ),
} satisfies Options;

/** The library's parts by the names of our own styles. */
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
 * The hours of a day or a week, and what lies in them. The library knows no zones here: it is given what hangs on the
 * wall where the business is, as if that were UTC, and what it gives back is read off that wall again. So a day has 24
 * rows whatever the clocks do, and the device's own zone is never asked.
 */
export default function CalendarGrid({ shown, bookings, zone, onOpen, onMany, onPut, onPast }: GridProps) {
  const calendar = useRef<CalendarRef>(null);
  /** Whether what is carried is over a time that has passed, where the library lets nothing be put, without a word. */
  const isPast = useRef(false);
  const [carried, setCarried] = useState(false);
  const wide = useWide();
  const roomy = useRoomy();
  const { view, date } = shown;
  const sideBySide = { day: wide ? 5 : 3, week: roomy ? 4 : 2 }[view];
  const wall = (instant: string) => toLocalInput(instant, zone);
  const wallNow = () => wall(new Date().toISOString());

  const follow = useEffectEvent(() => {
    const api = calendar.current?.getApi();
    if (!api) return;
    if (api.view.type !== views[view]) api.changeView(views[view], date);
    else api.gotoDate(date);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes where these say
  useEffect(() => follow(), [view, date]);

  return (
    <Still while={carried}>
      <FullCalendar
        ref={calendar}
        {...frame}
        {...visits}
        {...looks}
        eventClass={(info) => eventClass(info)}
        eventContent={({ event }) => <Visit booking={bookingOf(event.extendedProps)} start={event.start} />}
        initialView={views[view]}
        initialDate={date}
        now={wallNow}
        // Narrower than this nothing of them could be read.
        eventMaxStack={sideBySide}
        moreLinkClick={({ hiddenSegs, view }) => {
          onMany(hiddenSegs.map(({ event }) => bookingOf(event.extendedProps)));
          // Not the library's own list: it stays where it is.
          return view.type;
        }}
        eventAllow={(span) => {
          isPast.current = wallOf(span.start) <= wallNow();
          return !isPast.current;
        }}
        events={bookings.map((booking) => ({
          id: booking.id,
          title: booking.service,
          start: wall(booking.startsAt),
          end: wall(new Date(endOf(booking)).toISOString()),
          startEditable: isMovable(booking),
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
          // It shows where it is to go because it is told to, not because it was left there.
          revert();
          if (to) onPut(bookingOf(event.extendedProps), to);
        }}
      />
    </Still>
  );
}

/**
 * What came while a booking is carried shows when it is let go: the library takes a calendar that was given anything
 * new since the last move for another one, drops the booking into that, and tells nobody.
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
 * When, what and for whom, as far as there is room; to a screen reader all of it. The status stands there in a word, but
 * where it is what everybody expects. While it is carried, the time is the one that it would be put to.
 */
function Visit({ booking, start }: { booking: ScheduledBooking; start: Date | null }) {
  const from = (start ?? new Date(booking.startsAt)).getTime();
  const clock = (at: number) => formatTime(new Date(at).toISOString(), 'UTC');
  const begins = clock(from);
  const ends = clock(from + booking.minutes * 60_000);
  const status = statusLabels[booking.status];
  return (
    <>
      <span className="visually-hidden" data-booking={booking.id}>
        {`${booking.service}, ${begins} to ${ends}, ${booking.customer.name}, ${booking.category.name}, ${status}`}
      </span>
      <span className="schedule-visit-time" aria-hidden="true">
        {begins}
        <span className="schedule-visit-end"> – {ends}</span>
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
