import type { ClientEvent, ServerEvent } from '../../../api/contract/events.ts';
import type { LiveSocket } from '../../lib/live/socket.ts';
import type { Unsent } from '../../pwa/storage/chat-unsent.ts';

/** A server that takes a message and says nothing of it for so long is asked whether it lives. */
const answerWithinMs = 10_000;
const noLongerTeam = 'You are no longer of the team';

export interface DeliveryParts {
  socket: Pick<LiveSocket, 'state' | 'speaker' | 'send' | 'probe'>;
  /** What waits, in the order of writing; refused ones too. */
  list: () => readonly Unsent[];
  /** The server has stored it. */
  stored: (message: Extract<ServerEvent, { type: 'stored' }>['data']) => void;
  refused: (clientId: string, reason: string) => void;
}

/**
 * Sends what waits, in the order of writing, one after the other's answer. A message leaves the device's keeping only
 * when the server has it: after a cut it goes once more under the same id, which the server stores once.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  #onItsWay: { clientId: string; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Something was written, or there is a socket again. */
  pump(): void {
    const { socket, list } = this.#parts;
    if (this.#onItsWay || socket.state !== 'online' || !socket.speaker) return;
    const { userId, isSupport: isTeam } = socket.speaker;
    const mayGo = (unsent: Unsent) => isTeam || !unsent.isSupport;
    // The server ends a socket that speaks for a team it is not of, every time.
    for (const unsent of list().filter(({ refused }) => refused === null))
      if (!mayGo(unsent)) this.#parts.refused(unsent.clientId, noLongerTeam);
    const next = list().find((unsent) => unsent.refused === null && mayGo(unsent));
    // What was marked may have had the next one sent already.
    if (!next || this.#onItsWay) return;
    const { clientId, conversationId, isSupport, content, lastSeenId } = next;
    const event: ClientEvent = {
      type: 'message',
      data: {
        userId,
        isSupport,
        content,
        clientId,
        ...(isSupport && { conversationId }),
        // An older app kept none.
        ...(isSupport && lastSeenId !== undefined && { lastSeenId }),
      },
    };
    if (!socket.send(event)) return;
    const timer = setTimeout(() => {
      this.#onItsWay = null;
      socket.probe();
      this.pump();
    }, answerWithinMs);
    this.#onItsWay = { clientId, timer };
  }

  /** The socket is gone: whether what was on its way arrived, the repeat finds out. */
  cut(): void {
    clearTimeout(this.#onItsWay?.timer);
    this.#onItsWay = null;
  }

  hear(event: ServerEvent): void {
    if (event.type === 'stored') {
      this.#parts.stored(event.data);
      this.#answered(event.data.clientId);
    } else if (event.type === 'refused' && event.data.clientId) {
      this.#parts.refused(event.data.clientId, event.data.reason);
      this.#answered(event.data.clientId);
    }
  }

  #answered(clientId: string | null): void {
    if (!clientId || this.#onItsWay?.clientId !== clientId) return;
    this.cut();
    this.pump();
  }
}
