import { useQueryClient } from '@tanstack/react-query';
import { formatTime } from '../lib/dates.ts';
import { useOnline } from '../lib/online.ts';
import { useZone } from '../lib/session.ts';
import { useOutboxCount } from './outbox/outbox.ts';

/** Says, quietly, that there is no network, how old what is shown is, and what waits to be sent. */
export function OfflineStrip() {
  const online = useOnline();
  const waiting = useOutboxCount();
  const zone = useZone();
  const client = useQueryClient();
  if (online) return null;
  const latest = Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .map((q) => q.state.dataUpdatedAt),
  );
  const parts = ['Offline'];
  if (latest) parts.push(`as of ${formatTime(new Date(latest).toISOString(), zone)}`);
  if (waiting) parts.push(`${waiting} ${waiting === 1 ? 'message' : 'messages'} waiting`);
  return (
    <div className="strip" role="status">
      {parts.join(' · ')}
    </div>
  );
}
