import * as z from 'zod/mini';

/** The facts of this installation that a browser needs before anyone has signed in. */
export const Config = z.object({
  businessName: z.string(),
  supportPhone: z.string(),
  /** The same number for a `tel:` address: E.164 where that is sure. */
  supportTel: z.string(),
  supportEmail: z.string(),
  /** The IANA zone of the business's days. */
  timeZone: z.string(),
  currency: z.string(),
  payments: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** Whether sign-in, cards and mail are sandboxes that move no money. */
  sandbox: z.boolean(),
  /** Whether others may reach the sandboxes; every page then bears the word. */
  sandboxSaid: z.boolean(),
  /** The destination of mail: SMTP, the sandbox's mailbox, or none. */
  mail: z.enum(['smtp', 'mailbox', 'off']),
});
export type Config = z.infer<typeof Config>;
