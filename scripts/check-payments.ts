import { readEnv } from '../api/core/env.ts';
import { isMigrated } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import { probeDatabase } from '../api/db/probe.ts';
import { priceOf } from '../api/features/flows/plan-changes/plan-steps.service.ts';
import { webhookPath } from '../api/features/flows/webhooks/webhooks.routes.ts';
import { publishedCurrency } from '../api/features/records/business/published.service.ts';
import type { PlanVersion } from '../api/features/records/plans/plans.rules.ts';
import { listOnSale } from '../api/features/records/plans/plans.service.ts';
import { checkStripe } from '../api/providers/payments/stripe-check.ts';
import { CommandError, command } from './command.ts';

const marks = { good: 'ok ', bad: 'NO ', unsure: ' ? ' };

/**
 * `npm run check:payments [-- --create]`: checks the card provider's keys, webhook, products and prices without
 * charging anything; `--create` creates missing products and prices.
 */
await command(async (args) => {
  const env = readEnv(process.env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  if (!secretKey || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new CommandError("No keys are set: cards are the sandbox's, and there is nothing to check");
  const CURRENCY = await publishedCurrency(env);
  const findings = await checkStripe({
    secretKey,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    webhookUrl: new URL(webhookPath, env.PUBLIC_URL).href,
    plans: (await versionsOnSale(env.DATABASE_URL)).map((version) => priceOf({ CURRENCY }, version)),
    create: args.includes('--create'),
  });
  const lines = findings.map(({ subject, state, text }) => `${marks[state]} ${subject}: ${text}`).join('\n');
  if (findings.some(({ state }) => state === 'bad')) throw new CommandError(lines);
  return lines;
});

/** The versions on sale in the installation's own database. */
async function versionsOnSale(url: string): Promise<PlanVersion[]> {
  const db = await probeDatabase(() => openDatabase(url));
  try {
    if (!(await isMigrated(db))) throw new CommandError('The database is not ready: run `npm start` first');
    return await listOnSale(db);
  } finally {
    await db.destroy();
  }
}
