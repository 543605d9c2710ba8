import * as z from 'zod/mini';

const base64url = (letters: RegExp) => z.string().check(z.regex(letters, 'Must be a key in base64url'));

/** A browser's subscription as given by `PushSubscription.toJSON()`, and our key that it was made with. */
export const PushSubscriptionForm = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.url()),
  keys: z.object({
    /** A P-256 point, uncompressed. */
    p256dh: base64url(/^B[\w-]{86}$/),
    auth: base64url(/^[\w-]{22}$/),
  }),
  serverKey: base64url(/^B[\w-]{86}$/),
});
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>;

export const PushDevice = z.object({
  /** The key with which a browser subscribes, base64url. */
  publicKey: z.string(),
  /** The address of this browser's subscription; `null` if it gets no messages. */
  endpoint: z.nullable(z.string()),
});
export type PushDevice = z.infer<typeof PushDevice>;
