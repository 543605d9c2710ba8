import type { BookingDetail as Detail } from '../../../../api/contract/schemas/bookings.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { overageText } from '../consequence.ts';
import { hoursText } from '../filters.ts';
import { settledText } from './extra-words.ts';
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

function When({ at, zone, otherwise }: { at: string | null; zone: string; otherwise: string }) {
  return at ? (
    <time dateTime={at} title={formatExact(at, zone)}>
      {formatWhen(at, zone)}
    </time>
  ) : (
    <span>{otherwise}</span>
  );
}

function ServiceFacts({ booking }: { booking: Detail }) {
  const { service, actualHours } = booking;
  const off = booking.status === 'cancelled';
  const facts: [string, string | false | undefined][] = [
    ['Service', service.name],
    ['Category', service.category.name],
    ['Estimated hours', hoursText(booking.estimatedHours)],
    ['Actual hours', actualHours === null ? (off ? 'None' : 'Not yet known') : hoursText(actualHours)],
    [
      'Longer than estimated',
      booking.extra && booking.extra.state !== 'waiting' && settledText(booking.extra),
    ],
    ['Past your hours', booking.past && overageText(booking.past)],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
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
          <When at={scheduledDate} zone={zone} otherwise="To be scheduled" />
        </dd>
      </div>
      {completedDate && (
        <div>
          <dt>Completed</dt>
          <dd>
            <When at={completedDate} zone={zone} otherwise="" />
          </dd>
        </div>
      )}
      <div>
        <dt>Created</dt>
        <dd>
          <When at={createdAt} zone={zone} otherwise="" />
        </dd>
      </div>
    </dl>
  );
}
