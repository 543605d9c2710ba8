import type { Troubled } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { exactly, formatWhen } from '../../../lib/time/dates.ts';
import { May } from '../../../shared/may.tsx';
import { Button } from '../../../ui/button.tsx';
import { Mark, Row } from './row.tsx';

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
    <Row
      href={hrefs.adminBooking(id)}
      mark={<Mark level={why === 'tight' ? 'soon' : 'late'}>{why === 'tight' ? 'Tight' : 'Away'}</Mark>}
      title={service}
      customer={customer}
      detail={
        <span {...exactly(scheduledDate, zone)}>
          {oneText`${formatWhen(scheduledDate, zone)} · ${worker} ${whyWords[why]}`}
        </span>
      }
    >
      <May do="bookings.change">
        <Button size="small" onClick={() => onAssign(id)}>
          Assign
        </Button>
      </May>
    </Row>
  );
}
