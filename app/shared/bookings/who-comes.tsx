import './who-comes.css';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { oneText } from '../../lib/one-text.ts';
import { pictureOf } from '../services/picture.ts';

/** The worker who comes to a visit, once somebody is assigned and if the business lets names be shown. */
export function WhoComes({ booking: { worker, status } }: { booking: Pick<Booking, 'worker' | 'status'> }) {
  if (!worker) return null;
  return (
    <p className="who-comes">
      {worker.picture && <img src={pictureOf(worker.picture)} alt="" width={36} height={36} />}
      <span dir="auto">{oneText`${worker.name} ${status === 'in_progress' ? 'is with you' : 'comes to you'}`}</span>
    </p>
  );
}
