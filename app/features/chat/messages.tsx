import './chat.css';
import '../../ui/fields/messages.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { arrowDownOutline } from 'ionicons/icons';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { historyQuery, readEarlier, type Talk } from '../../lib/cache/chat-messages.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDay, formatExact, formatTime } from '../../lib/time/dates.ts';
import { useDay } from '../../lib/time/day.ts';
import { type QueuedChat, useQueuedChat } from '../../pwa/unsent/outbox.ts';
import { UnsentFoot } from '../../pwa/unsent/unsent-foot.tsx';
import { Icon } from '../../ui/icon.tsx';
import { leaveFocus } from '../../ui/lists/leave-focus.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { type ChatLine, linesOf, waitingWords } from './lines.ts';
import { catchUp, useRoom } from './room.ts';
import { useSeen } from './seen.ts';
import type { Typist } from './typing.ts';
import { useEnd } from './use-end.ts';

interface MessagesProps {
  talk: Talk;
  shown: boolean;
  /** Shown in an empty conversation. */
  empty: ReactNode;
  /** Shows who is typing. */
  typing: (typists: readonly Typist[]) => ReactNode;
}

/** The messages of a conversation, and the unsent ones of this device; the list scrolls by itself. */
export function Messages({ talk, shown, empty, typing }: MessagesProps) {
  const zone = useZone();
  // Read at each look; the socket, if connected, adds newer messages too.
  const history = useQuery({ ...historyQuery(talk), enabled: shown, staleTime: 0 });
  const unsent = useQueuedChat(talk);
  const { typists, joined } = useRoom(talk.id);
  const box = useRef<HTMLElement>(null);
  const messages = history.data?.messages;
  const today = useDay(zone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: days are named by their distance from today
  const lines = useMemo(
    () => linesOf(messages ?? [], unsent, (at) => formatDay(at, zone)),
    [messages, unsent, zone, today],
  );

  const known = messages !== undefined;
  const { id, isSupport } = talk;
  useEffect(() => {
    if (known) catchUp({ id, isSupport });
  }, [known, id, isSupport]);

  const { reading, failed, more } = useEarlier(talk, history.data?.next);
  // The id for a repeat of a refused answer: its writer has read the messages shown here.
  const lastSeenId = messages && isSupport ? (messages.at(-1)?.id ?? null) : undefined;
  const last = lines.at(-1);
  const { atEnd, toEnd, onScroll } = useEnd({
    box,
    first: messages?.[0]?.id,
    last: last?.key,
    mine: last?.kind === 'unsent',
    more: failed ? null : more,
  });
  useSeen(talk, messages, shown && atEnd && known, joined);

  return (
    <div className="chat-messages">
      {/* The list scrolls, and may contain no other element that can take the focus. */}
      <section
        ref={box}
        className="chat-scroll"
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        aria-label="Conversation"
      >
        <div className="chat-inside">
          {!known && !lines.length && <Coming error={history.error} onRetry={history.refetch} />}
          {known && !lines.length && empty}
          {more && (
            <button type="button" className="link-button chat-earlier" aria-busy={reading} onClick={more}>
              {reading ? 'Reading…' : failed ? 'That did not load. Try again' : 'Earlier messages'}
            </button>
          )}
          <div className="thread" role="log" aria-live="polite" aria-busy={reading} aria-label="Messages">
            {lines.map((line) => (
              <Line key={line.key} line={line} talk={talk} zone={zone} lastSeenId={lastSeenId} />
            ))}
          </div>
          <Typing typists={typists} typing={typing} />
        </div>
      </section>
      {!atEnd && (
        <button
          type="button"
          className="chat-to-end"
          onClick={(event) => {
            leaveFocus(event, box.current);
            toEnd();
          }}
          aria-label="To the newest message"
        >
          <Icon src={arrowDownOutline} size={20} />
        </button>
      )}
    </div>
  );
}

/** Earlier messages, read page by page. */
function useEarlier(talk: Talk, next: string | null | undefined) {
  const client = useQueryClient();
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  const more = next ? () => void readMore() : null;
  const readMore = async () => {
    if (reading) return;
    setReading(true);
    setFailed(false);
    await readEarlier(client, talk).catch(() => setFailed(true));
    setReading(false);
  };
  return { reading, failed, more };
}

function Typing({ typists, typing }: { typists: readonly Typist[] } & Pick<MessagesProps, 'typing'>) {
  return (
    <p className="chat-typing" role="status">
      {typists.length > 0 && (
        <>
          <span className="chat-dots" aria-hidden="true">
            <span />
            <span />
            <span />
          </span>
          <span>{typing(typists)}</span>
        </>
      )}
    </p>
  );
}

function Coming({ error, onRetry }: { error: Error | null; onRetry: () => Promise<unknown> }) {
  return error ? <ErrorState error={error} onRetry={() => void onRetry()} /> : <Shapes />;
}

/** Placeholders in the shape of the messages. */
function Shapes() {
  return (
    <div className="thread" role="status">
      <span className="visually-hidden">Reading the messages</span>
      {[62, 48, 70].map((width, at) => (
        <span
          key={width}
          className={at === 1 ? 'skeleton chat-shape mine' : 'skeleton chat-shape'}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}

interface LineProps {
  line: ChatLine;
  talk: Talk;
  zone: string;
  /** For the team: the newest message that is shown, `null` without one. */
  lastSeenId: string | null | undefined;
}

function Line({ line, talk, zone, lastSeenId }: LineProps) {
  if (line.kind === 'day') return <p className="thread-day">{line.day}</p>;
  if (line.kind === 'unsent') return <UnsentLine entry={line.entry} lastSeenId={lastSeenId} />;
  const { message, ends } = line;
  const mine = message.isSupport === talk.isSupport;
  const who = !mine ? message.sender : talk.isSupport && !message.clientId ? message.sender : 'You';
  return (
    <div className={mine ? 'message mine' : 'message'}>
      <p className="bubble">{message.content}</p>
      <p className={ends ? 'message-foot' : 'visually-hidden'} title={formatExact(message.timestamp, zone)}>
        {oneText`${who} · ${formatTime(message.timestamp, zone)}`}
      </p>
    </div>
  );
}

function UnsentLine({ entry, lastSeenId }: { entry: QueuedChat } & Pick<LineProps, 'lastSeenId'>) {
  const { work, state } = entry;
  const again = lastSeenId === undefined ? work : { ...work, lastSeenId };
  return (
    <div className={state === 'failed' ? 'message mine failed' : 'message mine queued'}>
      <p className="bubble">{work.content}</p>
      <UnsentFoot entry={entry} waitingWords={waitingWords} again={again} />
    </div>
  );
}
