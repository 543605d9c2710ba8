import type { ClientEvent, ServerEvent } from '../../../api/contract/schemas/events.ts';
import type { LiveSocket } from '../../lib/live/socket.ts';
import type { Unsent } from '../../pwa/storage/chat-unsent.ts';

/** The time without an answer to a message after which the connection is tested. */
const answerWithinMs = 10_000;
const noLongerTeam = 'You are no longer of the team';

export interface DeliveryParts {
  socket: Pick<LiveSocket, 'state' | 'speaker' | 'send' | 'probe'>;
  /** Waiting messages in the order of writing, with the refused ones. */
  list: () => readonly Unsent[];
  /** Called when the server has stored a message. */
  stored: (message: Extract<ServerEvent, { type: 'stored' }>['data']) => void;
  refused: (clientId: string, reason: string) => void;
}

/**
 * Sends waiting messages in the order of writing, each after the answer to the one before. A message leaves the
 * device's storage only when the server has it: after a lost connection it is sent again under the same id, and the
 * server stores it once.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  #onItsWay: { clientId: string; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Called after a message was written, or when the socket is back. */
  pump(): void {
    const { socket, list } = this.#parts;
    if (this.#onItsWay || socket.state !== 'online' || !socket.speaker) return;
    const { userId, isSupport: isTeam } = socket.speaker;
    const mayGo = (unsent: Unsent) => isTeam || !unsent.isSupport;
    // The server closes a socket that speaks for a team without belonging to it, every time.
    for (const unsent of list().filter(({ refused }) => refused === null))
      if (!mayGo(unsent)) this.#parts.refused(unsent.clientId, noLongerTeam);
    const next = list().find((unsent) => unsent.refused === null && mayGo(unsent));
    // Marking a message as refused may already have sent the next one.
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
        // An older version of the app stored no such id.
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

  /** Called when the socket is lost: the repeated send shows whether the message had arrived. */
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
