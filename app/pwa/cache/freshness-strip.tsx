import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { chatHref } from '../../../api/contract/rules/push-payload.ts';
import { may } from '../../lib/may.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { formatDay, formatTime, formatWhen } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { useOutboxEntries } from '../unsent/outbox.ts';
import { isHeldBack, unsentHref, unsentWords } from '../unsent/unsent.ts';
import { readFailedAgain, useFreshness } from './shown-freshness.ts';

/** The time after which a slow read is reported. */
const lateMs = 4000;

/** '9:30 am', for another day 'Yesterday, 9:30 am', or 'Yesterday' beside other text. */
function formatAge(at: string, zone: string, brief: boolean): string {
  const day = formatDay(at, zone);
  if (day === 'Today') return formatTime(at, zone);
  return brief ? day : formatWhen(at, zone);
}

/** Unsent messages and changes, of bookings and of the live chat. */
interface Left {
  /** The words; '' without any. */
  words: string;
  href: string;
  /** Whether any was refused. */
  refused: boolean;
  /** Whether any is held back that should be sent soon. */
  heldBack: boolean;
}

function useLeft(): Left {
  const { user } = useUser();
  const asTeam = may(user, 'bookings.message');
  const entries = useOutboxEntries();
  return useMemo(
    () => ({
      words: unsentWords(entries),
      href: unsentHref(entries, asTeam),
      refused: entries.some(({ state }) => state === 'failed'),
      heldBack: entries.some(isHeldBack),
    }),
    [entries, asTeam],
  );
}

/**
 * A quiet strip that reports a missing network or failed reads, the age of the shown data, and waiting messages and
 * changes. Refused ones are shown on any network, until the person handles them, and so are those that are held back
 * for a while. It is at the foot of the page, so that nothing moves when it comes or goes.
 * @param openChat opens the live chat over the page
 */
export function FreshnessStrip({ openChat = () => {} }: { openChat?: () => void }) {
  const online = useOnline();
  const { since, reading, failed } = useFreshness();
  const left = useLeft();
  const late = useLate(online && reading);
  const heldLong = useLate(online && left.heldBack);
  const way = left.words ? (
    <Link to={left.href} onClick={(event) => left.href === chatHref && openOver(event, openChat)}>
      {left.words}
    </Link>
  ) : null;
  if (!online) return <Offline since={since} way={way} />;
  if (since !== null && (failed || late)) return <Old since={since} failed={failed && !reading} way={way} />;
  return left.refused || heldLong ? <Strip parts={[]} way={way} /> : null;
}

/** The chat has no page: it opens over the present one, unless the link is opened in a new tab. */
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

/** The text, a link to the unsent messages and changes, and the possible action. */
function Strip({ parts, way, children }: { parts: (string | null)[]; way: ReactNode; children?: ReactNode }) {
  const sentence = parts.filter(Boolean).join(' · ');
  return (
    <div className="strip" role="status">
      {sentence && <span>{sentence}</span>}
      {sentence && way && <span> · </span>}
      {way}
      {children}
    </div>
  );
}

function useAge(since: number | null, brief: boolean): string | null {
  const zone = useZone();
  return since === null ? null : `as of ${formatAge(new Date(since).toISOString(), zone, brief)}`;
}

/** Whether something has taken longer than a person waits without a notice. */
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
