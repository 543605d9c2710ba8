import * as z from 'zod/mini';

/** The facts of this installation that a browser needs before anyone has signed in. */
export const Config = z.object({
  businessName: z.string(),
  supportPhone: z.string(),
  /** The same number for a `tel:` address: E.164 where that is sure. */
  supportTel: z.string(),
  supportEmail: z.string(),
  /** How soon the team answers a request, such as 'within 2 hours'; '' where its owner has promised nothing. */
  replyTime: z.string(),
  /** The IANA zone of the business's days. */
  timeZone: z.string(),
  currency: z.string(),
  /** The look, without its colours, which `/brand.css` has. */
  look: z.object({
    /** The name of this look; empty for the product's own. */
    hash: z.string(),
    paper: z.object({ light: z.string(), dark: z.string() }),
    /** The addresses of the business's own pictures; `null`: the product's mark, and the name in letters. */
    mark: z.nullable(z.string()),
    logo: z.nullable(z.string()),
  }),
  payments: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** Whether sign-in, cards and mail are sandboxes that move no money. */
  sandbox: z.boolean(),
  /** Whether everybody signs in as a persona; only then the app makes the spec's claims. */
  personas: z.boolean(),
  /** Whether others may reach the sandboxes; every page then bears the word. */
  sandboxSaid: z.boolean(),
  /** The destination of mail: SMTP, the sandbox's mailbox, or none. */
  mail: z.enum(['smtp', 'mailbox', 'off']),
});
export type Config = z.infer<typeof Config>;
