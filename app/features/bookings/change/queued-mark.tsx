import './queued-mark.css';
import { alertCircleOutline, timeOutline } from 'ionicons/icons';
import { useZone } from '../../../lib/session.ts';
import { type Entry, type QueuedChange, type Unsent, useUnsent } from '../../../pwa/unsent/outbox.ts';
import { Icon } from '../../../ui/icon.tsx';
import { wordsOf } from './change.ts';

export const iconOf = (state: Entry['state']) => (state === 'failed' ? alertCircleOutline : timeOutline);

/** A change that has not reached the server, in one line, for a list. */
export function QueuedMark({ entry, zone }: { entry: QueuedChange; zone: string }) {
  return <Mark state={entry.state} text={wordsOf(entry, zone).title} />;
}

/** The booking's unsent messages. */
export function UnsentMark({ messages }: { messages: string }) {
  return <Mark state={/not sent/.test(messages) ? 'failed' : 'waiting'} text={messages} />;
}

/** Both marks of one booking, for short lists, because each subscribes for itself. */
export default function QueuedMarks({ bookingId }: { bookingId: string }) {
  const zone = useZone();
  const { change, messages }: Unsent = useUnsent().get(bookingId) ?? nothing;
  return (
    <>
      {change && <QueuedMark entry={change} zone={zone} />}
      {messages && <UnsentMark messages={messages} />}
    </>
  );
}

const nothing: Unsent = { change: undefined, messages: '' };

function Mark({ state, text }: { state: Entry['state']; text: string }) {
  return (
    <span className={state === 'failed' ? 'queued-mark refused' : 'queued-mark'}>
      <Icon src={iconOf(state)} size={18} />
      <span>{text}</span>
    </span>
  );
}
