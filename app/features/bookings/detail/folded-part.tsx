import type { BookingDetail as Detail } from '../../../../api/contract/schemas/bookings.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { hoursText } from '../filters.ts';
import { Timeline } from './timeline.tsx';

/** One of a booking's folded parts (spec §2). */
export default function FoldedPart({
  part,
  booking,
  zone,
}: {
  part: 'service' | 'schedule' | 'timeline';
  booking: Detail;
  zone: string;
}) {
  if (part === 'service') return <ServiceFacts booking={booking} />;
  if (part === 'schedule') return <ScheduleFacts booking={booking} zone={zone} />;
  return <Timeline booking={booking} zone={zone} />;
}

function When({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={formatExact(at, zone)}>
      {formatWhen(at, zone)}
    </time>
  );
}

function ServiceFacts({ booking }: { booking: Detail }) {
  const { service, actualHours } = booking;
  const off = booking.status === 'cancelled';
  const facts: [string, string][] = [
    ['Service', service.name],
    ['Category', service.category.name],
    ['Estimated hours', hoursText(booking.estimatedHours)],
    ['Actual hours', actualHours === null ? (off ? 'None' : 'Not yet known') : hoursText(actualHours)],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The dates of the booking; those that have not come are left out. */
function ScheduleFacts({ booking, zone }: { booking: Detail; zone: string }) {
  const { scheduledDate, completedDate, createdAt } = booking;
  return (
    <dl className="facts">
      <div>
        <dt>Scheduled</dt>
        <dd>
          {scheduledDate ? (
            <time dateTime={scheduledDate} title={formatExact(scheduledDate, zone)}>
              {visitTime(booking, zone)}
            </time>
          ) : (
            <span>To be scheduled</span>
          )}
        </dd>
      </div>
      {completedDate && (
        <div>
          <dt>Completed</dt>
          <dd>
            <When at={completedDate} zone={zone} />
          </dd>
        </div>
      )}
      <div>
        <dt>Created</dt>
        <dd>
          <When at={createdAt} zone={zone} />
        </dd>
      </div>
    </dl>
  );
}
