import { createHmac, randomBytes } from 'node:crypto';
import type { AnyObject, EventType } from './objects.ts';
import type { Store } from './store.ts';

/** The parts that every resource uses. */
export interface Context {
  store: Store;
  /** The sandbox's own time in unix seconds; tests may move it. */
  now(): number;
  /** Whether the next refund must be refused. */
  refusesRefund(): boolean;
  /** Records an event, delivers it, and lets dependent resources react. */
  emit(type: EventType, object: AnyObject, previous?: Record<string, unknown>): void;
  /** The address of a page for the browser, with a token that cannot be guessed. */
  pageUrl(kind: string, id: string): string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; higher values would favour the beginning of the alphabet.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** `pi_…`, `sub_…`: the provider's own form of ids. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

export const newClientSecret = (id: string): string => `${id}_secret_${randomText(25)}`;

/** The token in the address of an object's page: the same on every read, and unknown without the secret key. */
export function pageToken(secretKey: string, kind: string, id: string): string {
  return createHmac('sha256', secretKey).update(`${kind}:${id}`).digest('base64url');
}
