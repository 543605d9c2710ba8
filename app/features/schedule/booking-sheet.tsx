import { calendarOutline, openOutline, personOutline } from 'ionicons/icons';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CalendarBooking } from '../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useMay } from '../../lib/may.ts';
import { formatExact } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScheduleToo, toldOf } from './move-bar.tsx';
import { MoveTime } from './move-time.tsx';
import { isMovable, keeper, type Proposed } from './use-move.ts';

/** The details of a booking in the calendar, and a form to move it without dragging. */
export default function BookingSheet({
  booking,
  zone,
  who,
  open,
  onMove,
  onClose,
}: {
  booking: CalendarBooking;
  zone: string;
  /** The names of those who come. */
  who: string;
  open: boolean;
  onMove: (proposed: Proposed) => void;
  onClose: () => void;
}) {
  const [proposed, setProposed] = useState<Proposed | null>(null);
  const [wrong, setWrong] = useState<string>();
  const may = useMay();
  // The sheet opens with the booking's present time.
  useEffect(() => {
    if (!open) return;
    setProposed(null);
    setWrong(undefined);
  }, [open]);
  const send = () => {
    if (!proposed?.to) return setWrong('Please choose a day and time');
    onMove(proposed);
    onClose();
  };
  return (
    <Sheet open={open} title={booking.service} onClose={onClose}>
      <About booking={booking} zone={zone} who={who} />
      {proposed ? (
        <>
          <MoveTime
            {...{ booking, who, zone, error: wrong, value: proposed.to }}
            onChange={(to) => {
              setProposed({ ...proposed, to });
              setWrong(undefined);
            }}
          />
          <ScheduleToo proposed={proposed} onChange={setProposed} />
          <p className="muted">{toldOf(booking.customer.name)}</p>
          <div className="sheet-actions">
            <Button wide onClick={send}>
              Move Booking
            </Button>
            <Button kind="quiet" wide onClick={() => setProposed(null)}>
              Keep the Time
            </Button>
          </div>
        </>
      ) : (
        <div className="sheet-actions">
          {isMovable(booking) && may('bookings.change') && (
            <Button
              wide
              icon={calendarOutline}
              onClick={() => setProposed({ booking, to: '', schedule: false, ...keeper(booking) })}
            >
              Move
            </Button>
          )}
          <Way to={hrefs.adminBooking(booking.id)} icon={openOutline} onLeave={onClose}>
            Open Booking
          </Way>
          {may('customers.read') && (
            <Way to={hrefs.adminCustomer(booking.customer.id)} icon={personOutline} onLeave={onClose}>
              Open Customer
            </Way>
          )}
        </div>
      )}
    </Sheet>
  );
}

function About({ booking, zone, who }: { booking: CalendarBooking; zone: string; who: string }) {
  return (
    <>
      <div className="row">
        <CategoryIcon icon={booking.category.icon} color={booking.category.color} />
        <div className="grow">
          <p>{booking.category.name}</p>
          <p className="muted" title={formatExact(booking.startsAt, zone)}>
            {visitTime({ scheduledDate: booking.startsAt, windowMinutes: booking.windowMinutes }, zone)}
          </p>
        </div>
        <StatusBadge status={booking.status} />
      </div>
      <dl className="facts">
        <div>
          <dt>Customer</dt>
          <dd>
            <span>{booking.customer.name}</span> <Vouched by={booking.customer} />
          </dd>
        </div>
        {booking.suburb && (
          <div>
            <dt>Suburb</dt>
            <dd dir="auto">{booking.suburb}</dd>
          </div>
        )}
        <div>
          <dt>Who comes</dt>
          <dd dir="auto">{who || 'Nobody yet'}</dd>
        </div>
        <div>
          <dt>{booking.estimated ? 'Estimated' : 'Took'}</dt>
          <dd>{hoursText(booking.minutes)}</dd>
        </div>
      </dl>
    </>
  );
}

/** A link to a page about the booking; it closes the sheet, which must not stay open behind that page. */
function Way({
  to,
  icon,
  onLeave,
  children,
}: {
  to: string;
  icon: string;
  onLeave: () => void;
  children: string;
}) {
  return (
    <Link className="button quiet large wide" to={to} onClick={onLeave}>
      <Icon src={icon} />
      <span>{children}</span>
    </Link>
  );
}

/** '1 hour', '1.5 hours', '45 minutes'. */
function hoursText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round((minutes / 60) * 100) / 100;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
