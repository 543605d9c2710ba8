import './booking-table.css';
import { mailOutline, swapHorizontalOutline } from 'ionicons/icons';
import { type ComponentType, memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../../api/contract/calls/admin-booking-calls.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useMay } from '../../../lib/may.ts';
import { oneText } from '../../../lib/one-text.ts';
import { searchOf } from '../../../lib/search.ts';
import { useZone } from '../../../lib/session.ts';
import { exactly, formatArrival, formatDay } from '../../../lib/time/dates.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { dayOf } from '../../../shared/bookings/time/time-slots.ts';
import { May } from '../../../shared/may.tsx';
import { Vouched } from '../../../shared/vouched.tsx';
import type { Actions } from '../booking-row.tsx';
import { type Column, directionOf, type Filter, sortedBy } from '../filter.ts';
import { RowAct } from '../row-act.tsx';
import { VisitWorkers } from '../visit-workers.tsx';
import { nameOf, overtimeText, paymentText, shortId, waits } from '../words.ts';

interface TableProps extends Actions {
  bookings: readonly AdminBooking[];
  filter: Filter;
  onNarrow: (filter: Filter) => void;
  /** Whether other rows are still being read. */
  busy: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  /** Marks of a booking's unsent or refused changes. */
  Marks: ComponentType<{ bookingId: string }>;
}

/** All bookings in rows whose columns sort. Several can be chosen; a tap anywhere else in a row opens it. */
export function BookingTable({
  bookings,
  filter,
  onNarrow,
  busy,
  chosen,
  onChoose,
  Marks,
  ...actions
}: TableProps) {
  const may = useMay();
  const chooses = may('bookings.change') || may('bookings.message');
  const all = bookings.length > 0 && bookings.every(({ id }) => chosen.has(id));
  const head = (column: Column, label: string) => (
    <Head column={column} label={label} filter={filter} onNarrow={onNarrow} />
  );
  const search = searchOf(filter);
  return (
    <section className="booking-table-frame" aria-label="All bookings">
      <table className="booking-table" aria-label="Bookings" aria-busy={busy || undefined}>
        <thead>
          <tr>
            {chooses && (
              <th scope="col" className="choose">
                <label>
                  <input
                    type="checkbox"
                    aria-label="Choose all rows"
                    checked={all}
                    onChange={() =>
                      onChoose(
                        bookings.map(({ id }) => id),
                        !all,
                      )
                    }
                  />
                </label>
              </th>
            )}
            {head('when', 'When')}
            <th scope="col">Service</th>
            {head('customer', 'Customer')}
            <th scope="col" className="comes-column">
              Who Comes
            </th>
            <th scope="col" className="wide-only">
              Payment
            </th>
            {head('status', 'Status')}
            {head('created', 'Created')}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <Row
              key={booking.id}
              booking={booking}
              search={search}
              chooses={chooses}
              chosen={chosen.has(booking.id)}
              onChoose={onChoose}
              Marks={Marks}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  column,
  label,
  filter,
  onNarrow,
}: {
  column: Column;
  label: string;
  filter: Filter;
  onNarrow: (filter: Filter) => void;
}) {
  const direction = directionOf(filter, column);
  const zone = useZone();
  const sort = () => onNarrow(sortedBy(filter, column, dayOf(new Date().toISOString(), zone)));
  return (
    <th scope="col" aria-sort={direction} className={column === 'created' ? 'created' : undefined}>
      <button type="button" className="sort" onClick={sort}>
        <span>{label}</span>
        <span aria-hidden="true">{{ ascending: '↑', descending: '↓', none: '' }[direction]}</span>
      </button>
    </th>
  );
}

const Row = memo(function Row({
  booking,
  search,
  chooses,
  chosen,
  onChoose,
  Marks,
  onContact,
  onStatus,
}: Actions &
  Pick<TableProps, 'onChoose' | 'Marks'> & {
    booking: AdminBooking;
    search: string;
    chooses: boolean;
    chosen: boolean;
  }) {
  const zone = useZone();
  const { customer, service, scheduledDate, windowMinutes, createdAt } = booking;
  const named = oneText`${service.name}, ${shortId(booking.id)}`;
  return (
    <tr data-row className={chosen ? 'chosen' : undefined} aria-label={named}>
      {chooses && (
        <td className="choose">
          <label>
            <input
              type="checkbox"
              aria-label={oneText`Choose ${named}`}
              checked={chosen}
              onChange={() => onChoose([booking.id], !chosen)}
            />
          </label>
        </td>
      )}
      <td className="when" {...(scheduledDate && exactly(scheduledDate, zone))}>
        {scheduledDate ? (
          <>
            <span>{`${formatDay(scheduledDate, zone)},`}</span>{' '}
            <span>{formatArrival(scheduledDate, zone, windowMinutes)}</span>
          </>
        ) : (
          <span>To be scheduled</span>
        )}
        <span className="signs-beneath">
          <Signs booking={booking} />
        </span>
      </td>
      <td className="what">
        <Link to={hrefs.adminBooking(booking.id) + search} dir="auto">
          {service.name}
        </Link>
        <Signs booking={booking} />
        <Marks bookingId={booking.id} />
      </td>
      <td className="who">
        <span dir="auto">{nameOf(customer)}</span> <Vouched by={customer} />
        <span className="comes-beneath">
          <VisitWorkers booking={booking} />
        </span>
      </td>
      <td className="comes-column">
        <VisitWorkers booking={booking} />
      </td>
      <td className="wide-only paid">{paymentText(booking.payment, booking.unpaidUntil)}</td>
      <td>
        <StatusBadge status={booking.status} />
      </td>
      <td className="created" {...exactly(createdAt, zone)}>
        {formatDay(createdAt, zone)}
      </td>
      <td className="acts">
        <div>
          <May do="bookings.message">
            <RowAct label="Contact Customer" icon={mailOutline} onClick={() => onContact(booking)} />
          </May>
          <May do="bookings.change">
            <RowAct label="Update Status" icon={swapHorizontalOutline} onClick={() => onStatus(booking)} />
          </May>
        </div>
      </td>
    </tr>
  );
});

/** What the booking asks of the team. */
function Signs({ booking }: { booking: AdminBooking }): ReactNode {
  const signs = [
    waits(booking) && 'Waits for an answer',
    booking.extraHours !== undefined && overtimeText({ state: 'waiting', hours: booking.extraHours }),
  ].filter(Boolean);
  return signs.length > 0 && <span className="signs">{signs.join(' · ')}</span>;
}
