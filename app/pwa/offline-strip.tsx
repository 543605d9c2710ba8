import { hashKey, useQueryClient } from '@tanstack/react-query';
import { formatDay, formatTime, formatWhen } from '../lib/dates.ts';
import { useOnline } from '../lib/online.ts';
import { configQuery, useZone } from '../lib/session.ts';
import { useOutboxCount } from './outbox/outbox.ts';

const configHash = hashKey(configQuery().queryKey);

/** '9:30 am', of another day 'Yesterday, 9:30 am'. */
const formatAge = (at: string, zone: string): string =>
  formatDay(at, zone) === 'Today' ? formatTime(at, zone) : formatWhen(at, zone);

/** Says, quietly, that there is no network, how old what is shown is, and what waits to be sent. */
export function OfflineStrip() {
  const online = useOnline();
  const waiting = useOutboxCount();
  const zone = useZone();
  const client = useQueryClient();
  if (online) return null;
  // The oldest of what is on screen; the configuration, which is always in use, is nothing that anyone reads.
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && query.queryHash !== configHash);
  const oldest = Math.min(...shown.map((query) => query.state.dataUpdatedAt));
  const parts = ['Offline'];
  if (shown.length) parts.push(`as of ${formatAge(new Date(oldest).toISOString(), zone)}`);
  if (waiting) parts.push(`${waiting} ${waiting === 1 ? 'message' : 'messages'} waiting`);
  return (
    <div className="strip" role="status">
      {parts.join(' · ')}
    </div>
  );
}
