import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import type { QueuedChat } from '../../pwa/unsent/outbox.ts';

export type ChatLine =
  | { kind: 'day'; key: string; day: string }
  /** `ends`: the next message is not by the same writer soon after, so the writer and the time are shown below. */
  | { kind: 'message'; key: string; message: ChatMessage; ends: boolean }
  | { kind: 'unsent'; key: string; entry: QueuedChat };

/** Says why a message is not sent yet. @param holder the entry, itself or an earlier one, that was tried in vain */
export function waitingWords(online: boolean, holder: Pick<QueuedChat, 'reason'> | undefined): string {
  if (online && !holder) return 'Sending…';
  return holder?.reason ? `Not sent yet: ${holder.reason}` : 'Not sent yet';
}

/** The time within which messages of one writer are grouped. */
const togetherMs = 5 * 60_000;

/**
 * A conversation's lines: a day's name before its first message, the messages, then the device's unsent ones. A
 * message keeps its key when it is stored, and one that is in both lists appears once.
 */
export function linesOf(
  messages: readonly ChatMessage[],
  unsent: readonly QueuedChat[],
  dayOf: (instant: string) => string,
): ChatLine[] {
  const lines: ChatLine[] = [];
  let day = '';
  const startDay = (at: string, id: string) => {
    const next = dayOf(at);
    if (next === day) return;
    day = next;
    lines.push({ kind: 'day', key: `day-${id}`, day });
  };
  for (const [at, message] of messages.entries()) {
    startDay(message.timestamp, message.id);
    const ends = !follows(message, messages[at + 1]);
    lines.push({ kind: 'message', key: message.clientId ?? message.id, message, ends });
  }
  const stored = new Set(messages.map(({ clientId }) => clientId));
  for (const entry of unsent) {
    if (stored.has(entry.clientId)) continue;
    startDay(entry.createdAt, entry.clientId);
    lines.push({ kind: 'unsent', key: entry.clientId, entry });
  }
  return lines;
}

const follows = (one: ChatMessage, next: ChatMessage | undefined): boolean =>
  next !== undefined &&
  next.isSupport === one.isSupport &&
  next.sender === one.sender &&
  Date.parse(next.timestamp) - Date.parse(one.timestamp) < togetherMs;
