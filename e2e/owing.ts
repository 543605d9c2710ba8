import type { Page, Route } from 'playwright';
import type { Subscription } from '../api/contract/schemas/subscription.ts';

const owed = (): Partial<Subscription> => ({
  status: 'past_due',
  owed: {
    amountCents: 140_099,
    nextAttemptAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    invoiceUrl: null,
  },
});
const calls = { user: '**/api/auth/user', plan: '**/api/subscription' };

/**
 * The server's answers after a failed renewal, while the plan behind them runs. @returns the function that ends it
 */
export async function owing(page: Page): Promise<() => Promise<void>> {
  const changed = (changes: object) => async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  };
  await page.route(calls.user, changed({ paymentFailed: true }));
  await page.route(calls.plan, changed(owed()));
  return async () => {
    for (const call of Object.values(calls)) await page.unroute(call);
  };
}
