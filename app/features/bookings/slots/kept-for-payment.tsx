import { useZone } from '../../../lib/session.ts';
import { inSentence } from '../../../lib/time/dates.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Note } from '../../../ui/note.tsx';
import { type KeptTime, useKeptTime } from './kept-time.ts';
import { TimeLeft } from './time-left.tsx';

const lookMs = 5000;

/**
 * How long a time is kept for the payment of a service, and afterwards what paying means; nothing where no time was
 * chosen.
 */
export function KeptForPayment({ serviceId }: { serviceId: string }) {
  const kept = useKeptTime();
  const isLate = useNow(() => lookMs) >= (kept?.until ?? 0);
  if (kept?.serviceId !== serviceId) return null;
  if (!isLate)
    return (
      <>
        <ArrivalWindow {...kept} />
        <TimeLeft until={kept.until} />
      </>
    );
  return (
    <Note role="status">
      Your time is no longer kept. If it is still free when you pay, you have it; otherwise you choose another
      one, or cancel and get everything back.
    </Note>
  );
}

function ArrivalWindow({ start, windowMinutes }: KeptTime) {
  const zone = useZone();
  if (!windowMinutes) return null;
  return (
    <p className="muted">{`We arrive ${inSentence(visitTime({ scheduledDate: start, windowMinutes }, zone))}.`}</p>
  );
}
