import './who-comes.css';
import { whoComes } from '../../../api/contract/rules/business/who-comes.ts';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { pictureOf } from '../services/picture.ts';

/** The workers who come to a visit, once somebody is assigned and if the business lets names be shown. */
export function WhoComes({ booking: { worker, status } }: { booking: Pick<Booking, 'worker' | 'status'> }) {
  if (!worker) return null;
  return (
    <p className="who-comes">
      {worker.picture && <img src={pictureOf(worker.picture)} alt="" width={36} height={36} />}
      <span dir="auto">{whoComes([worker.name, ...(worker.others ?? [])], status === 'in_progress')}</span>
    </p>
  );
}
