import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ChatMessage } from '../../api/contract/schemas/chat.ts';
import type { ClientEvent, ServerEvent } from '../../api/contract/schemas/events.ts';
import type { SignedIn } from './people.ts';

const firstWaitMs = 20;
const longestWaitMs = 1_000;
const quarter = () => 0.5 + Math.random();

/**
 * A client of one conversation that behaves like the app: it reconnects whenever its socket ends, names the last
 * message that it has seen, and repeats messages that were not confirmed.
 */
export class ChatClient {
  /** Every message that it was sent, in order, over all of its sockets. */
  readonly received: number[] = [];
  onMessage: (message: ChatMessage) => void = () => {};
  disconnects = 0;
  readonly #servers: readonly string[];
  readonly #person: SignedIn;
  readonly #as: { isSupport: boolean; conversationId: string };
  readonly #unstored = new Map<string, string>();
  #socket: WebSocket | null = null;
  #isJoined = false;
  #lastSeenId: string | null = null;
  #wait = firstWaitMs;
  #isOver = false;
  #joined: (() => void) | null = null;

  /** @param servers their addresses; each connection may use another */
  constructor(
    servers: readonly string[],
    person: SignedIn,
    as: { isSupport: boolean; conversationId: string },
  ) {
    this.#servers = servers;
    this.#person = person;
    this.#as = as;
  }

  get isSettled(): boolean {
    return this.#isJoined && this.#unstored.size === 0;
  }

  /** Resolves once it has joined for the first time. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#joined = resolve;
      this.#connect();
    });
  }

  write(content: string): void {
    const clientId = randomUUID();
    this.#unstored.set(clientId, content);
    if (this.#isJoined) this.#sendMessage(clientId, content);
  }

  /** Cuts the socket without a close, at any moment. */
  cut(): void {
    if (!this.#socket) return;
    this.disconnects += 1;
    this.#socket.terminate();
  }

  stop(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  #connect(): void {
    const server = this.#servers[Math.floor(Math.random() * this.#servers.length)] ?? '';
    const socket = new WebSocket(`${server.replace('http', 'ws')}/chat`, {
      headers: { origin: server, cookie: this.#person.cookie },
      perMessageDeflate: false,
    });
    this.#socket = socket;
    socket.on('open', () =>
      this.#send({ type: 'join', data: { ...this.#claim(), lastSeenId: this.#lastSeenId } }),
    );
    socket.on('message', (text) => {
      // Messages that a cut socket had received are discarded, as with a closed page.
      if (this.#socket === socket && socket.readyState === WebSocket.OPEN)
        this.#heard(JSON.parse(String(text)) as ServerEvent);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.#isJoined = false;
      if (this.#isOver) return;
      setTimeout(() => this.#connect(), this.#wait * quarter());
      this.#wait = Math.min(longestWaitMs, this.#wait * 2);
    });
  }

  #heard(event: ServerEvent): void {
    if (event.type === 'joined') {
      this.#isJoined = true;
      this.#wait = firstWaitMs;
      this.#joined?.();
      for (const [clientId, content] of this.#unstored) this.#sendMessage(clientId, content);
    } else if (event.type === 'stored') {
      if (event.data.clientId) this.#unstored.delete(event.data.clientId);
    } else if (event.type === 'message') {
      this.received.push(event.data.seq);
      this.#lastSeenId = event.data.id;
      this.onMessage(event.data);
    } else if (event.type === 'refused') throw new Error(`refused: ${event.data.reason}`);
  }

  #sendMessage(clientId: string, content: string): void {
    this.#send({ type: 'message', data: { ...this.#claim(), content, clientId } });
  }

  #claim() {
    const { isSupport, conversationId } = this.#as;
    return { userId: this.#person.id, isSupport, ...(isSupport && { conversationId }) };
  }

  #send(event: ClientEvent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(event));
  }
}
