import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';

/** Longer, and of other seeds, in `npm run bench -- --faults`. */
const campaign = { seed: 20261122, members: 160, steps: 8, kills: 20 };

test('whatever is lost, repeated, late or killed, the provider’s books and ours agree in the end', async () => {
  const { differences, payments, refunds, planChanges, kills } = await runCampaign(campaign);
  expect(differences).toEqual([]);
  expect(payments).toBeGreaterThan(400);
  expect(refunds).toBeGreaterThan(100);
  expect(planChanges).toBeGreaterThan(400);
  expect(kills).toBe(campaign.kills);
}, 300_000);
