/** A browser as its push service knows it; base64url except the address. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  to: PushTarget;
  /** The content for the browser: at most 3,000 bytes. */
  payload: string;
  /** The seconds for which it is kept for a browser that is away. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /**
   * Only the last of the messages that wait for the browser under one topic is kept; at most 32 letters of
   * base64url.
   */
  topic: string;
}

/** The delivery of messages to browsers, in our own terms. */
export interface Push {
  /** The key with which browsers subscribe. */
  publicKey(): Promise<string>;
  /** Whether an address belongs to a push service, so that the server may post to it. */
  mayReach(endpoint: string): boolean;
  /**
   * Resolves when the push service has accepted the message.
   * @throws PushGone, PushRefused, PushUnavailable
   */
  send(message: PushMessage): Promise<void>;
}

/** The browser will never receive anything again. */
export class PushGone extends Error {
  override name = 'PushGone';
}

/** This message will never be accepted. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

/** The push service did not answer, or cannot accept messages now; the same message may be sent later. */
export class PushUnavailable extends Error {
  override name = 'PushUnavailable';
  /** The pause that the service asks for; 0 if it gave none. */
  readonly retryAfterMs: number;

  /** Whether there was no answer at all, so that other messages would get none now either. */
  readonly isSilent: boolean;

  constructor(message: string, more: { retryAfterMs?: number; isSilent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.retryAfterMs = more.retryAfterMs ?? 0;
    this.isSilent = more.isSilent ?? false;
  }
}
