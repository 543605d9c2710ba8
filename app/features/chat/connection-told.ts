import type { SocketState } from '../../lib/live/socket.ts';

/** The time after which a lost connection is reported; mostly the socket returns sooner. */
const patienceMs = 5000;

export interface Connection {
  state: SocketState;
  /** Whether sent messages arrive. */
  joined: boolean;
  /** Whether the app is in front: a background app may lose its socket without a notice. */
  inFront: boolean;
}

/** @returns a function that removes the notice */
type Say = (what: 'connected' | 'failed') => (() => void) | null;

/**
 * Decides when the open chat reports that it is connected or not (spec §8). Connected is reported once for each
 * opening; not connected after a failed first attempt, or when the socket is lost for 5 s, and then connected is
 * news again.
 */
export class ConnectionTold {
  readonly #say: Say;
  /** Removes the last notice. */
  #unsay: (() => void) | null = null;
  #lastReport: 'connected' | 'failed' | null = null;
  #wasOnline = false;
  #trying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: Say) {
    this.#say = say;
  }

  /** Receives the present connection; must be called at every change. */
  see({ state, joined, inFront }: Connection): void {
    const failedAtFirst = this.#trying && state === 'closed' && !this.#wasOnline;
    this.#trying = inFront && state === 'connecting';
    if (state === 'online') this.#wasOnline = true;
    else if (this.#lastReport === 'connected') this.#takeAway();
    if (joined) this.#tell('connected');
    else if (!inFront || state === 'online') this.end();
    else if (failedAtFirst && inFront) this.#tell('failed');
    else if (state === 'closed') this.#timer ??= setTimeout(() => this.#tell('failed'), patienceMs);
  }

  /** Called when the chat is closed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(what: 'connected' | 'failed'): void {
    this.end();
    if (this.#lastReport === what) return;
    this.#lastReport = what;
    this.#unsay = this.#say(what);
  }

  #takeAway(): void {
    this.#unsay?.();
    this.#unsay = null;
  }
}
