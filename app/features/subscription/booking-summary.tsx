import type { ReactNode } from 'react';
import { detailLines } from '../../../api/contract/rules/booking-details.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { ElsewhereNote } from '../../shared/bookings/elsewhere-note.tsx';
import { Card } from '../../ui/card.tsx';
import type { HandedOver } from './plan-handover.ts';

/** The booking that led to the plan; nothing without one. */
export function BookingSummary({ details }: { details: HandedOver }) {
  const zone = useZone();
  // The page is about the plan, which it shows itself; an address and a contact stand in a line each.
  const { serviceBooked, scheduledDate, subscriptionTier: _, ...all } = details;
  const { city, state, postalCode, emergencyPhone, ...others } = all;
  const address = [others.address, city, state, postalCode].filter(Boolean).join(', ');
  const emergencyContact = [others.emergencyContact, emergencyPhone].filter(Boolean).join(', ');
  const lines: [string, ReactNode][] = [
    ['Service', serviceBooked],
    ['When', scheduledDate && <When at={scheduledDate} zone={zone} />],
    ...detailLines({ ...others, address, emergencyContact }).map(({ label, text }): [string, string] => [
      label,
      text,
    ]),
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
