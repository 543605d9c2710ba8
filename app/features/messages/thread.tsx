import '../../ui/fields/messages.css';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { exactly, formatDay, formatTime } from '../../lib/time/dates.ts';
import { useQueuedMessages } from '../../pwa/unsent/outbox.ts';
import { UnsentFoot } from '../../pwa/unsent/unsent-foot.tsx';
import { Photos } from '../../shared/photos/photos.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useDeliveryToasts } from './delivery.ts';
import { threadEndId } from './go-write.ts';
import { type Line, linesOf, newestOf, waitingWords } from './lines.ts';
import { threadQuery } from './queries.ts';
import { stayAtEnd } from './stay-at-end.ts';

/** A booking's thread: the stored messages, then the unsent ones of this device, in the order of writing. */
export function Thread({
  bookingId,
  shown,
  waits,
  startAtEnd,
  newest = Number.POSITIVE_INFINITY,
  side = 'customer',
}: {
  bookingId: string;
  shown: boolean;
  /**
   * Whether content above the thread is still being read: the thread is then read but hidden, because it would be
   * pushed away.
   */
  waits: boolean;
  /** Whether the person came for the newest message; otherwise the page scrolls only to a new one. */
  startAtEnd: boolean;
  /** The number of messages that are shown before the earlier ones are opened; all of them without it. */
  newest?: number;
  /** The reader's side, whose messages are on the right. */
  side?: Side;
}) {
  const thread = useQuery({ ...threadQuery(bookingId), enabled: shown });
  const queued = useQueuedMessages(bookingId);
  useDeliveryToasts(thread.data, queued);
  const zone = useZone();
  const lines = linesOf(thread.data ?? [], queued, (at) => formatDay(at, zone));
  const count = lines.length;
  const [isOpen, setIsOpen] = useState(false);
  const drawn = isOpen ? lines : newestOf(lines, newest);
  const loaded = thread.data !== undefined && !waits;
  const end = useNewestInView({ count, loaded, drawn: loaded || queued.length > 0, startAtEnd });

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
      {count === 0 && side === 'customer' && (
        <p className="muted">
          <b>No messages yet</b> <span>Write to the team about anything: access, timing, the cat.</span>
        </p>
      )}
      {count === 0 && side === 'team' && (
        <EmptyState
          drawing="letter"
          title="No messages yet"
          text="Write to the customer about anything: access, timing, the cat."
        />
      )}
      {!thread.data && (
        <p className="muted" role="status">
          {thread.isFetching && !thread.isPaused
            ? 'Reading the earlier messages…'
            : 'Earlier messages are not on this device.'}
        </p>
      )}
      {drawn.length < count && (
        <Button kind="plain" size="small" onClick={() => setIsOpen(true)}>
          Show earlier messages
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, and may hold nothing else that takes the focus */}
      <div className="thread" role="log" aria-live="polite" aria-label="Messages" tabIndex={0}>
        {drawn.map((line) => (
          <ThreadLine key={line.key} line={line} zone={zone} side={side} />
        ))}
      </div>
      <div ref={end} id={threadEndId(bookingId)} />
    </section>
  );
}

/**
 * Scrolls the page to the newest message when one is added, and keeps it there while the page's height changes.
 * @returns the ref for the element below the last message
 */
function useNewestInView({
  count,
  loaded,
  drawn,
  startAtEnd,
}: {
  count: number;
  loaded: boolean;
  drawn: boolean;
  startAtEnd: boolean;
}) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useRef(startAtEnd);
  const atFirst = useRef(count);
  useEffect(() => {
    // A person who writes before the rest has arrived stays at the written message.
    if (!loaded && count > atFirst.current) seen.current = true;
    if (!loaded || (!count && !seen.current)) return;
    if (seen.current) end.current?.scrollIntoView({ block: 'nearest' });
    seen.current = true;
  }, [count, loaded]);

  useEffect(() => {
    if (!drawn || !end.current) return;
    return stayAtEnd(end.current);
  }, [drawn]);
  return end;
}

/** The writer's name on a message's line, for readers of either side. */
const writers = {
  customer: { customer: 'Sent', admin: 'Team' },
  team: { customer: 'Customer', admin: 'Team' },
} as const;
export type Side = keyof typeof writers;

interface ThreadLineProps {
  line: Line;
  zone: string;
  side: Side;
}

/** Lines are made anew with each message; a line with the same content is not rendered again. */
const ThreadLine = memo(
  DrawnLine,
  (a, b) => a.zone === b.zone && a.side === b.side && contentOf(a.line) === contentOf(b.line),
);
const contentOf = (line: Line) =>
  line.kind === 'day' ? line.day : line.kind === 'queued' ? line.entry : line.message;

function DrawnLine({ line, zone, side }: ThreadLineProps) {
  if (line.kind === 'day') return <p className="thread-day">{line.day}</p>;
  if (line.kind === 'queued') return <QueuedLine line={line} />;
  const { senderType } = line.message;
  // An older version of the app stored no photos field.
  const photos = line.message.photos ?? [];
  const mine = (senderType === 'customer') === (side === 'customer');
  return (
    <div className={mine ? 'message mine' : 'message'}>
      {photos.length > 0 && (
        <Photos
          bookingId={line.message.bookingId}
          photos={photos}
          of={writers[side][senderType]}
          mine={mine}
        />
      )}
      {line.message.message && <p className="bubble">{line.message.message}</p>}
      <p className="message-foot" {...exactly(line.message.createdAt, zone)}>
        {oneText`${writers[side][senderType]} · ${formatTime(line.message.createdAt, zone)}`}
      </p>
    </div>
  );
}

/** A waiting photo is shown as a square, since its entry does not contain its size. */
const unmeasured = { width: 1, height: 1 };

function QueuedLine({ line: { entry } }: { line: Extract<Line, { kind: 'queued' }> }) {
  return (
    <div className={entry.state === 'failed' ? 'message mine failed' : 'message mine queued'}>
      {entry.work.photoIds.length > 0 && (
        <Photos
          bookingId={entry.bookingId}
          photos={entry.work.photoIds.map((id) => ({ id, ...unmeasured }))}
          of="not sent yet"
          mine
          queued
        />
      )}
      {entry.work.message && <p className="bubble">{entry.work.message}</p>}
      <UnsentFoot entry={entry} waitingWords={waitingWords} />
    </div>
  );
}
