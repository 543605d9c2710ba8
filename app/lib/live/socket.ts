import type { ClientEvent, closeCodes, ServerEvent } from '../../../api/contract/events.ts';

/** `online` once it is open; whether a conversation has been joined is the chat's to know. */
export type SocketState = 'closed' | 'connecting' | 'online';

/** Who speaks over it, as every event has to claim. */
export interface Speaker {
  userId: string;
  isSupport: boolean;
}

/** What we use of the browser's WebSocket. */
export type Line = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface SocketParts {
  open: (path: string) => Line;
  /** 0 to 1, for the jitter. */
  random: () => number;
  /** Since when what is on screen may be out of date, before the first socket was open (milliseconds). */
  since: number;
  /** The server says that nobody is signed in. */
  signedOut: () => void;
}

/** The contract's, without its validator. */
export const codes = {
  goingAway: 1001,
  refused: 1008,
  signedOut: 4401,
  tooMany: 4409,
  tooFast: 4429,
} as const satisfies Partial<typeof closeCodes>;
/** `WebSocket.CONNECTING` and `WebSocket.OPEN`. */
const connecting = 0;
const open = 1;
const firstWaitMs = 500;
const longestWaitMs = 30_000;
/** Refused for what it is, or too many of them: it is not asked again soon, nor by every app at once. */
const longWaitMs = 5 * 60_000;
const openWithinMs = 10_000;
const quietMs = 25_000;
const answerWithinMs = 5_000;
/** A server that takes a socket and ends it at once is not well yet. */
const settledMs = 10_000;

/** Anything from nothing up to 0.5 s, doubling to 30 s: full jitter, so that apps don't all come back at once. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** attempt) * random;

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * The app's one socket at `/chat`, for whoever is signed in: it comes back by itself, and finds out when it died
 * unsaid. It knows no page and no feature; what goes over it is the contract's (`events.ts`).
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
  /** When the server was heard last: what it told since may be lost. */
  #heardAt: number;
  #openedAt = 0;
  #attempt = 0;
  /** Not to be hurried: the server said no. */
  #refused = false;
  #paused = false;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#heardAt = parts.since;
  }

  get speaker(): Speaker | null {
    return this.#speaker;
  }

  /** Whether it lives, as far as is known: what changed has been told until now. */
  get isLive(): boolean {
    return this.state === 'online' && Date.now() - this.#heardAt < quietMs + answerWithinMs;
  }

  /** Connects for somebody; for whom it is connected already, this changes nothing. */
  start(speaker: Speaker): void {
    if (this.#speaker?.userId === speaker.userId && this.#speaker.isSupport === speaker.isSupport) return;
    this.stop();
    this.#speaker = speaker;
    this.#connect();
  }

  /** Nobody is signed in: no socket, and none is tried. */
  stop(): void {
    this.#speaker = null;
    this.#attempt = 0;
    this.#refused = false;
    this.#hangUp();
  }

  /** The page may be kept by the browser for going back to it, which an open socket would prevent. */
  pause(): void {
    this.#paused = true;
    this.#hangUp();
  }

  /**
   * There is a network again, or the app is back in front: no waiting, and a socket that was silent meanwhile is asked
   * whether it lives.
   */
  wake(): void {
    this.#paused = false;
    if (!this.#speaker || this.#refused) return;
    if (this.state === 'closed') this.#connect();
    else if (this.state === 'online' && Date.now() - this.#heardAt > answerWithinMs) this.probe();
  }

  /** Asks whether anybody is there; without an answer in 5 s the socket is given up for another. */
  probe(): void {
    if (this.state !== 'online') return;
    this.send({ type: 'ping', data: {} });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lost(null), answerWithinMs);
  }

  /** @returns whether it was sent; whether it arrived, the answer says. */
  send(event: ClientEvent): boolean {
    // Between a socket's end and the telling of it, the browser takes what is sent and only complains.
    if (this.state !== 'online' || this.#line?.readyState !== open) return false;
    this.#line.send(JSON.stringify(event));
    return true;
  }

  /** @returns what ends it */
  onState(listener: (state: SocketState) => void): () => void {
    this.#states.add(listener);
    return () => this.#states.delete(listener);
  }

  /** @returns what ends it */
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

  /** The line is gone, said or found out: another is tried, later or, where it was well until now, soon. */
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
      // The browser complains of one that is ended before it was open.
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

/** What is no event of ours is not heard; its data's shape is the server's word. */
function readEvent(data: unknown): ServerEvent | null {
  try {
    const event = JSON.parse(String(data));
    return typeof event?.type === 'string' && typeof event.data === 'object' && event.data ? event : null;
  } catch {
    return null;
  }
}
