/** A browser as its push service knows it; all base64url but the address. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  to: PushTarget;
  /** What the browser is handed: at most 3,000 bytes. */
  payload: string;
  /** For how long it is kept for a browser that is away. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** Of those that wait for the browser under one name, only the last is kept; 32 letters of base64url at most. */
  topic: string;
}

/** Whoever carries messages to browsers, in our own words. */
export interface Push {
  /** The key that browsers are to subscribe with. */
  publicKey(): Promise<string>;
  /** Whether an address is one of a push service, and so may be written to at all. */
  mayReach(endpoint: string): boolean;
  /**
   * Resolves when the push service has taken it on.
   * @throws PushGone, PushRefused, PushUnavailable
   */
  send(message: PushMessage): Promise<void>;
}

/** The browser takes nothing any more, for ever. */
export class PushGone extends Error {
  override name = 'PushGone';
}

/** This message will never be taken on. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

/** Nobody answered, or not now: the same message may be taken on later. */
export class PushUnavailable extends Error {
  override name = 'PushUnavailable';
  /** How long the service asks to be left alone; 0 where it said nothing. */
  readonly retryAfterMs: number;

  /** Whether nobody answered at all, as nobody will any other message just now. */
  readonly isSilent: boolean;

  constructor(message: string, more: { retryAfterMs?: number; isSilent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.retryAfterMs = more.retryAfterMs ?? 0;
    this.isSilent = more.isSilent ?? false;
  }
}
