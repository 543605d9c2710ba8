import './book-again.css';
import { useQuery } from '@tanstack/react-query';
import { repeatOutline } from 'ionicons/icons';
import { useId, useMemo } from 'react';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDay } from '../../../lib/time/dates.ts';
import { ServiceTile } from '../../../shared/services/service-tile.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { bookingsQuery } from '../queries.ts';
import { type Again, kindOf, lastBooked } from './again.ts';

/** A person's earlier services, to be booked again with the last details; nothing without any. */
export function BookAgain({
  services,
  shown,
  onBook,
}: {
  /** The services on offer now. */
  services: readonly Service[];
  shown: boolean;
  onBook: (again: Again) => void;
}) {
  const zone = useZone();
  const id = useId();
  const { data: bookings } = useQuery({ ...bookingsQuery(), enabled: shown });
  const last = useMemo(() => lastBooked(bookings ?? [], services), [bookings, services]);
  if (!last.length) return null;
  return (
    <section className="book-again" aria-labelledby={id}>
      <h2 id={id}>Book again</h2>
      <ul>
        {last.map((again) => (
          <li key={again.service.id}>
            <button type="button" onClick={() => onBook(again)}>
              <ServiceTile service={again.service} />
              <span className="grow">
                <strong>{again.service.name}</strong>
                <span className="muted">{lastTime(again, zone)}</span>
              </span>
              <Icon src={repeatOutline} size={20} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Yesterday · by card', 'Booked for Tue 1 Dec · with your plan' */
function lastTime(again: Again, zone: string): string {
  const { scheduledDate, createdAt, status } = again.booking;
  const at = scheduledDate ?? createdAt;
  const how = kindOf(again) === 'one_time' ? 'by card' : 'with your plan';
  return `${status !== 'completed' && Date.parse(at) > Date.now() ? 'Booked for ' : ''}${formatDay(at, zone)} · ${how}`;
}
