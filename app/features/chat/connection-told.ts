import type { SocketState } from '../../lib/live/socket.ts';

/** The socket comes back by itself, mostly sooner than this. */
const patienceMs = 5000;

export interface Connection {
  state: SocketState;
  /** Whether what is said arrives. */
  joined: boolean;
  /** Whether somebody looks: an app that is away may lose its socket and says nothing of it. */
  inFront: boolean;
}

/** @returns what takes it away again */
type Say = (what: 'connected' | 'failed') => (() => void) | null;

/**
 * When the open chat says that it is connected, and that it is not (spec §8): the one once for every opening, the
 * other where the first attempt failed or the socket stays away for 5 s; then the first is news again.
 */
export class ConnectionTold {
  readonly #say: Say;
  /** Takes away what was said last. */
  #unsay: (() => void) | null = null;
  #told: 'connected' | 'failed' | null = null;
  #wasOnline = false;
  #trying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: Say) {
    this.#say = say;
  }

  /** It stands thus now; to be told of every change. */
  see({ state, joined, inFront }: Connection): void {
    const failedAtFirst = this.#trying && state === 'closed' && !this.#wasOnline;
    this.#trying = inFront && state === 'connecting';
    if (state === 'online') this.#wasOnline = true;
    else if (this.#told === 'connected') this.#takeAway();
    if (joined) this.#tell('connected');
    else if (!inFront || state === 'online') this.end();
    else if (failedAtFirst && inFront) this.#tell('failed');
    else if (state === 'closed') this.#timer ??= setTimeout(() => this.#tell('failed'), patienceMs);
  }

  /** The chat is closed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(what: 'connected' | 'failed'): void {
    this.end();
    if (this.#told === what) return;
    this.#told = what;
    this.#unsay = this.#say(what);
  }

  #takeAway(): void {
    this.#unsay?.();
    this.#unsay = null;
  }
}
