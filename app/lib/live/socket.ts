import type { ClientEvent, closeCodes, ServerEvent } from '../../../api/contract/schemas/events.ts';

/** `online` when the socket is open; joining a conversation is a matter of the chat. */
export type SocketState = 'closed' | 'connecting' | 'online';

/** The person who speaks over the socket, named in every event. */
export interface Speaker {
  userId: string;
  isSupport: boolean;
}

/** The part of the browser's WebSocket that we use. */
export type Line = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface SocketParts {
  open: (path: string) => Line;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
  /** The time since which the screen may be out of date, before the first socket was open (milliseconds). */
  since: number;
  /** Called when the server says that nobody is signed in. */
  signedOut: () => void;
}

/** The contract's close codes, without its validator. */
export const codes = {
  goingAway: 1001,
  refused: 1008,
  signedOut: 4401,
  tooMany: 4409,
  tooFast: 4429,
} as const satisfies Partial<typeof closeCodes>;
/** These are `WebSocket.CONNECTING` and `WebSocket.OPEN`. */
const connecting = 0;
const open = 1;
const firstWaitMs = 500;
const longestWaitMs = 30_000;
/** The wait after a refusal, or too many sockets: long, and different for every app. */
const longWaitMs = 5 * 60_000;
const openWithinMs = 10_000;
const quietMs = 25_000;
const answerWithinMs = 5_000;
/** A socket counts as settled after this time; a server that closes it earlier is not healthy yet. */
const settledMs = 10_000;

/** A random wait from 0 to 0.5 s, doubling up to 30 s: full jitter, so that apps don't all come back at once. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** attempt) * random;

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * The app's one socket at `/chat`, for the signed-in person. It reconnects by itself, and detects a connection that
 * died silently. It knows no page and no feature; its events are the contract's (`events.ts`).
 */
export class LiveSocket {
  state: SocketState = 'closed';
  readonly #parts: SocketParts;
  readonly #states = new Set<(state: SocketState) => void>();
  readonly #events = new Set<(event: ServerEvent) => void>();
  #speaker: Speaker | null = null;
  #line: Line | null = null;
  #retry: Timer;
  #watch: Timer;
  /** The time of the last event from the server: later hints may be lost. */
  #heardAt: number;
  #openedAt = 0;
  #attempt = 0;
  /** The server refused, so the next attempt must not be hurried. */
  #refused = false;
  #paused = false;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#heardAt = parts.since;
  }

  get speaker(): Speaker | null {
    return this.#speaker;
  }

  /** Whether the connection is known to be alive, so that all changes until now were reported. */
  get isLive(): boolean {
    return this.state === 'online' && Date.now() - this.#heardAt < quietMs + answerWithinMs;
  }

  /** Connects for a person; a second call for the same person changes nothing. */
  start(speaker: Speaker): void {
    if (this.#speaker?.userId === speaker.userId && this.#speaker.isSupport === speaker.isSupport) return;
    this.stop();
    this.#speaker = speaker;
    this.#connect();
  }

  /** Ends the socket and all attempts, because nobody is signed in. */
  stop(): void {
    this.#speaker = null;
    this.#attempt = 0;
    this.#refused = false;
    this.#hangUp();
  }

  /** Closes the socket when the page is left: the browser can keep a page for Back only without an open socket. */
  pause(): void {
    this.#paused = true;
    this.#hangUp();
  }

  /**
   * Connects without waiting when the network is back or the app is in front again, and tests a socket that was
   * silent meanwhile.
   */
  wake(): void {
    this.#paused = false;
    if (!this.#speaker || this.#refused) return;
    if (this.state === 'closed') this.#connect();
    else if (this.state === 'online' && Date.now() - this.#heardAt > answerWithinMs) this.probe();
  }

  /** Tests the connection; without an answer in 5 s the socket is replaced. */
  probe(): void {
    if (this.state !== 'online') return;
    this.send({ type: 'ping', data: {} });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lost(null), answerWithinMs);
  }

  /** @returns whether it was sent; only the answer shows whether it arrived. */
  send(event: ClientEvent): boolean {
    // Between a socket's end and its event, the browser accepts a send and only logs a warning.
    if (this.state !== 'online' || this.#line?.readyState !== open) return false;
    this.#line.send(JSON.stringify(event));
    return true;
  }

  /** @returns a function that ends it */
  onState(listener: (state: SocketState) => void): () => void {
    this.#states.add(listener);
    return () => this.#states.delete(listener);
  }

  /** @returns a function that ends it */
  onEvent(listener: (event: ServerEvent) => void): () => void {
    this.#events.add(listener);
    return () => this.#events.delete(listener);
  }

  #connect(): void {
    if (!this.#speaker || this.#paused || this.#line) return;
    clearTimeout(this.#retry);
    this.#refused = false;
    this.#set('connecting');
    const age = Math.max(0, Math.round(Date.now() - this.#heardAt));
    const line = this.#parts.open(`/chat?age=${age}`);
    this.#line = line;
    this.#watch = setTimeout(() => this.#lost(null), openWithinMs);
    line.onopen = () => {
      this.#openedAt = Date.now();
      this.#heard();
      this.#set('online');
    };
    line.onmessage = ({ data }: MessageEvent) => {
      this.#heard();
      const event = readEvent(data);
      if (event) for (const listener of [...this.#events]) listener(event);
    };
    line.onclose = ({ code }: CloseEvent) => this.#lost(code);
  }

  #heard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.probe(), quietMs);
  }

  /**
   * Handles a lost connection, reported or detected: another is tried later, or soon if the connection was settled.
   */
  #lost(code: number | null): void {
    const wasSettled = this.state === 'online' && Date.now() - this.#openedAt >= settledMs;
    this.#attempt = wasSettled ? 0 : this.#attempt + 1;
    this.#hangUp();
    if (!this.#speaker || this.#paused) return;
    const isNo = code === codes.signedOut || code === codes.tooMany || code === codes.refused;
    this.#refused = isNo;
    const { random } = this.#parts;
    const wait = isNo
      ? longWaitMs * (1 - random() / 2)
      : backoffMs(Math.max(this.#attempt, code === codes.tooFast ? 5 : 0), random());
    this.#retry = setTimeout(() => this.#connect(), wait);
    if (code === codes.signedOut) this.#parts.signedOut();
  }

  #hangUp(): void {
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
    const line = this.#line;
    this.#line = null;
    if (line) {
      line.onmessage = null;
      line.onclose = null;
      // The browser logs a warning if a socket is closed before it was open.
      line.onopen = () => line.close();
      if (line.readyState !== connecting) line.close();
    }
    this.#set('closed');
  }

  #set(state: SocketState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of [...this.#states]) listener(state);
  }
}

/** Text that is no event of ours is ignored; the server is trusted for the shape of its data. */
function readEvent(data: unknown): ServerEvent | null {
  try {
    const event = JSON.parse(String(data));
    return typeof event?.type === 'string' && typeof event.data === 'object' && event.data ? event : null;
  } catch {
    return null;
  }
}
