import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { chatHref } from '../../../api/contract/push-payload.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { formatDay, formatTime, formatWhen } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { chatUnsentHref, useChatUnsent } from '../storage/chat-unsent.ts';
import { useOutboxEntries } from '../unsent/outbox.ts';
import { unsentHref, unsentWords } from '../unsent/unsent.ts';
import { readFailedAgain, useFreshness } from './shown-freshness.ts';

/** A read that takes longer is worth a word. */
const lateMs = 4000;

/** '9:30 am', of another day 'Yesterday, 9:30 am', or 'Yesterday' where more is to be said beside it. */
function formatAge(at: string, zone: string, brief: boolean): string {
  const day = formatDay(at, zone);
  if (day === 'Today') return formatTime(at, zone);
  return brief ? day : formatWhen(at, zone);
}

/** What is not sent, of bookings and of the live chat. */
interface Left {
  /** '' where there is nothing. */
  words: string;
  href: string;
  /** Whether any of it was refused. */
  refused: boolean;
  /** Whether a message waits for the chat's own line, which may be cut where everything else is read. */
  inChat: boolean;
}

function useLeft(): Left {
  const { user } = useUser();
  const isAdmin = user?.role === 'admin';
  const entries = useOutboxEntries();
  const chat = useChatUnsent(user?.id ?? '');
  return useMemo(() => {
    const ofChat = chat.map(({ refused }) => ({
      state: refused === null ? ('waiting' as const) : ('failed' as const),
      work: { kind: 'message' },
    }));
    const all = [...entries, ...ofChat];
    return {
      words: unsentWords(all),
      href: entries.length ? unsentHref(entries, isAdmin) : chatUnsentHref(chat),
      refused: all.some(({ state }) => state === 'failed'),
      inChat: ofChat.some(({ state }) => state === 'waiting'),
    };
  }, [entries, chat, isAdmin]);
}

/**
 * Says, quietly, where what is shown may not be as it is: that there is no network, or that it could not be read again,
 * how old it is, and what waits to be sent. What was refused it says on any network, until that is seen to, and what
 * the chat could not send for a while. At the foot of the page, so that nothing that is being read moves when it comes
 * or goes.
 * @param openChat opens the live chat over the page
 */
export function FreshnessStrip({ openChat = () => {} }: { openChat?: () => void }) {
  const online = useOnline();
  const { since, reading, failed } = useFreshness();
  const left = useLeft();
  const late = useLate(online && reading);
  const chatLate = useLate(online && left.inChat);
  const way = left.words ? (
    <Link to={left.href} onClick={(event) => left.href === chatHref && openOver(event, openChat)}>
      {left.words}
    </Link>
  ) : null;
  if (!online) return <Offline since={since} way={way} />;
  if (since !== null && (failed || late)) return <Old since={since} failed={failed && !reading} way={way} />;
  return left.refused || chatLate ? <Strip parts={[]} way={way} /> : null;
}

/** The chat has no page: it opens over the one that is there, unless the link is to open a tab of its own. */
function openOver(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open();
}

function Offline({ since, way }: { since: number | null; way: ReactNode }) {
  return <Strip parts={['Offline', useAge(since, way !== null)]} way={way} />;
}

function Old({ since, failed, way }: { since: number; failed: boolean; way: ReactNode }) {
  const client = useQueryClient();
  const age = useAge(since, way !== null);
  if (!failed) return <Strip parts={['Updating…', age]} way={way} />;
  return (
    <Strip parts={['Not up to date', way ? null : age]} way={way}>
      <Button size="small" kind="plain" onClick={() => void readFailedAgain(client)}>
        Try again
      </Button>
    </Strip>
  );
}

/** What is said, what is not sent as the way to it, and what can be done. */
function Strip({ parts, way, children }: { parts: (string | null)[]; way: ReactNode; children?: ReactNode }) {
  const said = parts.filter(Boolean).join(' · ');
  return (
    <div className="strip" role="status">
      {said && <span>{said}</span>}
      {said && way && ' · '}
      {way}
      {children}
    </div>
  );
}

function useAge(since: number | null, brief: boolean): string | null {
  const zone = useZone();
  return since === null ? null : `as of ${formatAge(new Date(since).toISOString(), zone, brief)}`;
}

/** Whether something has gone on for longer than a person waits without a word. */
function useLate(goesOn: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [goesOn]);
  return late;
}
