import type { Message } from '../../../api/contract/schemas/messages.ts';
import type { QueuedMessage } from '../../pwa/unsent/outbox.ts';

/** Says why a message is not sent yet. @param holder the entry, of the message or an earlier one, that was tried in vain */
export function waitingWords(online: boolean, holder: Pick<QueuedMessage, 'reason'> | undefined): string {
  if (!online) return 'Waiting for the network';
  if (!holder) return 'Sending…';
  return holder.reason ? `Not sent yet: ${holder.reason}` : 'Waiting for the network';
}

export type Line =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'stored'; key: string; message: Message }
  | { kind: 'queued'; key: string; entry: QueuedMessage };

/**
 * A thread's lines: a day's name before its first message, the stored messages, then the device's unsent ones. A
 * message keeps its key from the queue to the store, and one that is in both appears once.
 */
export function linesOf(
  stored: Message[],
  queued: QueuedMessage[],
  dayOf: (instant: string) => string,
): Line[] {
  const lines: Line[] = [];
  let day = '';
  const startDay = (at: string, id: string) => {
    const next = dayOf(at);
    if (next === day) return;
    day = next;
    lines.push({ kind: 'day', key: `day-${id}`, day });
  };
  const answered = new Set(stored.map((m) => m.clientId));
  for (const message of stored) {
    startDay(message.createdAt, message.id);
    lines.push({ kind: 'stored', key: message.clientId ?? message.id, message });
  }
  for (const entry of queued) {
    if (answered.has(entry.clientId)) continue;
    startDay(entry.createdAt, entry.clientId);
    lines.push({ kind: 'queued', key: entry.clientId, entry });
  }
  return lines;
}

/** The newest messages with the names of their days; all of them if only one more would be left out. */
export function newestOf(lines: readonly Line[], newest: number): readonly Line[] {
  const messages = lines.flatMap((line, at) => (line.kind === 'day' ? [] : [at]));
  const first = messages[messages.length - newest];
  if (first === undefined || messages.length <= newest + 1) return lines;
  const day = lines.slice(0, first).findLast(({ kind }) => kind === 'day');
  return day ? [day, ...lines.slice(first)] : lines.slice(first);
}
