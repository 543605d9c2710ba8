import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The mark of a text that only this server can make. The purpose keeps a mark of one use from serving in another.
 */
export const sealOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose} ${text}`).digest('base64url');

export function isSealOf(secret: string, purpose: string, text: string, seal: string): boolean {
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(secret, purpose, text))];
  return given.length === right.length && timingSafeEqual(given, right);
}
