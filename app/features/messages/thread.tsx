import './messages.css';
import { useQuery } from '@tanstack/react-query';
import { alertCircleOutline, timeOutline } from 'ionicons/icons';
import { useEffect, useRef } from 'react';
import { formatDay, formatExact, formatTime } from '../../lib/dates.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { discard, retry, useOutbox } from '../../pwa/outbox/outbox.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDeliveryToasts } from './delivery.ts';
import { threadEndId } from './go-write.ts';
import { type Line, linesOf } from './lines.ts';
import { threadQuery } from './queries.ts';

/** A booking's thread: what the server has, then what this device still holds, in the order of writing. */
export function Thread({
  bookingId,
  shown,
  waits,
  startAtEnd,
}: {
  bookingId: string;
  shown: boolean;
  /** While what stands above it has not come, it is read and not shown: it would be pushed away. */
  waits: boolean;
  /** Whether the newest message is what the person came for; otherwise only a new one is scrolled to. */
  startAtEnd: boolean;
}) {
  const thread = useQuery({ ...threadQuery(bookingId), enabled: shown });
  const queued = useOutbox(bookingId);
  useDeliveryToasts(thread.data, queued);
  const zone = useZone();
  const end = useRef<HTMLDivElement>(null);
  const lines = linesOf(thread.data ?? [], queued, (at) => formatDay(at, zone));
  const count = lines.length;

  const seen = useRef(startAtEnd);
  const loaded = thread.data !== undefined && !waits;
  useEffect(() => {
    if (!loaded) return;
    if (!count && !seen.current) return;
    if (seen.current) end.current?.scrollIntoView({ block: 'nearest' });
    seen.current = true;
  }, [count, loaded]);

  if (waits && !queued.length) return null;
  if (!thread.data && !queued.length) {
    return thread.error ? (
      <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />
    ) : (
      <Skeleton cards={1} label="Reading the messages" />
    );
  }
  return (
    <section aria-label="Messages">
      <h2>Messages</h2>
      {count === 0 && (
        <EmptyState
          drawing="letter"
          title="No messages yet"
          text="Write to the team about anything: access, timing, the cat."
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, and may hold nothing else that takes the focus */}
      <div className="thread" role="log" aria-live="polite" aria-label="Messages" tabIndex={0}>
        {lines.map((line) => (
          <ThreadLine key={line.key} line={line} zone={zone} />
        ))}
      </div>
      <div ref={end} id={threadEndId(bookingId)} />
    </section>
  );
}

function ThreadLine({ line, zone }: { line: Line; zone: string }) {
  if (line.kind === 'day') return <p className="thread-day">{line.day}</p>;
  if (line.kind === 'queued') return <QueuedLine line={line} />;
  const mine = line.message.senderType === 'customer';
  return (
    <div className={mine ? 'message mine' : 'message'}>
      <p className="bubble">{line.message.message}</p>
      <p className="message-foot" title={formatExact(line.message.createdAt, zone)}>
        {mine ? 'Sent' : 'Team'} · {formatTime(line.message.createdAt, zone)}
      </p>
    </div>
  );
}

/** The device's storage may fail under the tap. */
function kept(step: Promise<void>): void {
  step.catch(() =>
    toast({ title: 'Error', description: 'This device could not keep that.', style: 'destructive' }),
  );
}

function QueuedLine({ line: { entry } }: { line: Extract<Line, { kind: 'queued' }> }) {
  const online = useOnline();
  const failed = entry.state === 'failed';
  return (
    <div className={failed ? 'message mine failed' : 'message mine queued'}>
      <p className="bubble">{entry.message}</p>
      <p className="message-foot">
        <Icon src={failed ? alertCircleOutline : timeOutline} size={14} />
        <span>
          {failed
            ? `Not sent: ${entry.reason}`
            : online && !entry.attempts
              ? 'Sending…'
              : 'Waiting for the network'}
        </span>
      </p>
      {failed && (
        <p className="message-foot">
          <button type="button" className="line-button" onClick={() => kept(retry(entry))}>
            Retry
          </button>
          <button type="button" className="line-button" onClick={() => kept(discard(entry))}>
            Discard
          </button>
        </p>
      )}
    </div>
  );
}
