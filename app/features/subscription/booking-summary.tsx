import type { ReactNode } from 'react';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { ElsewhereNote } from '../../shared/bookings/elsewhere-note.tsx';
import { Card } from '../../ui/card.tsx';
import type { BookingDetails } from './plan-handover.ts';

/** The booking that led to the plan; nothing without one. */
export function BookingSummary({ details }: { details: BookingDetails }) {
  const zone = useZone();
  const { scheduledDate } = details;
  const place = [details.address, details.city, details.state, details.postalCode].filter(Boolean).join(', ');
  const emergency = [details.emergencyContact, details.emergencyPhone].filter(Boolean).join(', ');
  const lines: [string, ReactNode][] = [
    ['Service', details.serviceBooked],
    ['When', scheduledDate && <When at={scheduledDate} zone={zone} />],
    ['Name', details.customerName],
    ['Phone', details.phone],
    ['Email', details.email],
    ['Address', place],
    ['Emergency contact', emergency],
    ['Access', details.accessInstructions],
    ['Notes', details.notes],
  ];
  const known = lines.filter(([, value]) => value);
  if (!known.length) return null;
  return (
    <Card aria-labelledby="subscribe-booking">
      <h2 id="subscribe-booking">Your booking</h2>
      <dl className="facts" title={scheduledDate && formatExact(scheduledDate, zone)}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function When({ at, zone }: { at: string; zone: string }) {
  return (
    <>
      <span>{formatWhen(at, zone)}</span>
      <ElsewhereNote at={at} />
    </>
  );
}
