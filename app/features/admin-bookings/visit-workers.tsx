import './visit-workers.css';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { comes } from './words.ts';

/** Who comes to a booking: face and first name. An open visit without a worker says that nobody does. */
export function VisitWorkers({ booking }: { booking: Pick<AdminBooking, 'status' | 'workers'> }) {
  const { workers = [] } = booking;
  const visit = comes(booking);
  if (visit === 'unknown') return null;
  if (visit === 'nobody')
    return <span className={booking.status === 'pending' ? 'muted' : 'comes-nobody'}>Nobody yet</span>;
  return (
    <span className="comes">
      {workers.map(({ id, name, picture, colour }) => (
        <span key={id} title={name}>
          <WorkerFace name={name} picture={picture} colour={colour} size={22} />
          <span dir="auto">{name.trim().split(/\s/)[0]}</span>
        </span>
      ))}
    </span>
  );
}
