import * as z from 'zod/mini';

const base64url = (letters: RegExp) => z.string().check(z.regex(letters, 'Must be a key in base64url'));

/** A browser's subscription, as `PushSubscription.toJSON()` gives it, and our key that it was made with. */
export const PushSubscriptionForm = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.url()),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: base64url(/^B[\w-]{86}$/),
    auth: base64url(/^[\w-]{22}$/),
  }),
  serverKey: base64url(/^B[\w-]{86}$/),
});
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>;

export const PushDevice = z.object({
  /** The key that a browser subscribes with, base64url. */
  publicKey: z.string(),
  /** Where this browser is reached; `null` where nothing is sent to it. */
  endpoint: z.nullable(z.string()),
});
export type PushDevice = z.infer<typeof PushDevice>;
