import { Link } from 'react-router-dom';
import type { Troubled } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { exactly, formatWhen } from '../../../lib/time/dates.ts';
import { May } from '../../../shared/may.tsx';
import { Vouched } from '../../../shared/vouched.tsx';
import { Button } from '../../../ui/button.tsx';

const whyWords: Record<Troubled['why'], string> = {
  off: 'is switched off',
  leave: 'is on leave then',
  tight: 'has too little time to come from the visit before',
};

/** A visit that its worker cannot make, or hardly. */
export function TroubledRow({ visit, onAssign }: { visit: Troubled; onAssign: (id: string) => void }) {
  const zone = useZone();
  const { id, service, customer, scheduledDate, worker, why } = visit;
  return (
    <li className="today-row" data-row>
      <span className="today-mark">
        <span className={`today-pill ${why === 'tight' ? 'soon' : 'late'}`}>
          {why === 'tight' ? 'Tight' : 'Away'}
        </span>
      </span>
      <span className="today-about">
        <Link to={hrefs.adminBooking(id)} className="today-open">
          <strong dir="auto">{service}</strong>
        </Link>
        <span className="today-who" dir="auto">
          {customer.name}
        </span>
        <Vouched by={customer} />
        <span className="today-detail" {...exactly(scheduledDate, zone)}>
          {oneText`${formatWhen(scheduledDate, zone)} · ${worker} ${whyWords[why]}`}
        </span>
      </span>
      <span className="today-act">
        <May do="bookings.change">
          <Button size="small" onClick={() => onAssign(id)}>
            Assign
          </Button>
        </May>
      </span>
    </li>
  );
}
