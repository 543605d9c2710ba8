import type { PlanTier } from '../../contract/rules/plans.ts';
import type { SubscriptionChange, SubscriptionPreview } from '../../contract/schemas/subscription.ts';
import { authenticate, cards, paymentsSandbox, payWithCard, settled } from '../outside/cards.ts';
import type { Client } from '../servers/client.ts';
import type { TestServer } from '../servers/server.ts';
import { aUser } from './builders.ts';

/** Moves the time on, with all acts and events of the provider in it. */
export async function muchLater(
  server: TestServer,
  by: Parameters<TestServer['clock']['advance']>[0],
): Promise<void> {
  server.clock.advance(by);
  paymentsSandbox(server).control({ advanceClockSeconds: 0 });
  await settled(server);
}

/** A member who has just paid a plan with a card. */
export async function aPayingMember(
  server: TestServer,
  tier: PlanTier = 'standard',
  card: string = cards.succeeds,
  versionId: string = tier,
) {
  const { db } = server.deps;
  const user = await aUser(db);
  // Signs in anew for each call, because sessions end within the months that pass here.
  const call: Client['call'] = async (...given) => (await server.as(user)).call(...given);
  const client = { call };
  const begun = await client.call('createSubscription', { body: { tier, versionId } });
  const paid = await payWithCard(server, begun.body.clientSecret, card);
  if (paid.intent === 'requires_action') await authenticate(server, begun.body.clientSecret, 'complete');
  await settled(server);
  const change = (body: SubscriptionChange) => client.call('changeSubscription', { body });
  const preview = async (wanted: PlanTier) =>
    (await client.call('previewSubscription', { query: { tier: wanted } })).body;
  const upgradeTerms = async (wanted: PlanTier) => {
    const shown: SubscriptionPreview = await preview(wanted);
    if (shown.kind !== 'upgrade') throw new Error(`To ${wanted} is no upgrade`);
    return shown.terms;
  };
  const plan = async () => (await client.call('readSubscription')).body;
  const me = async () => (await client.call('readUser')).body;
  const grants = () =>
    db
      .selectFrom('hour_grants')
      .select(['kind', 'tier', 'minutes'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute();
  const charged = async () =>
    (
      await db
        .selectFrom('invoices')
        .select(['amount_paid_cents', 'billing_reason'])
        .where('user_id', '=', user.id)
        .where('status', '=', 'paid')
        .orderBy('created_at')
        .execute()
    ).map((invoice) => [invoice.billing_reason, invoice.amount_paid_cents]);
  const letters = () =>
    db
      .selectFrom('notices')
      .select(['occasion', 'content'])
      .where('user_id', '=', user.id)
      .where('kind', '=', 'billing')
      .execute();
  return { user, client, change, preview, upgradeTerms, plan, me, grants, charged, letters };
}
