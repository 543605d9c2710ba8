import { expect, test } from 'vitest';
import { type Campaign, runCampaign } from './campaign.ts';

const long = { seed: 20261122, members: 160, steps: 8, kills: 20 };
/** A tenth of the members and of the kills, with as many acts at once; `npm run bench -- --faults` runs longer. */
const short = { seed: 20261122, members: 16, steps: 8, kills: 2 };
const campaigns: Campaign[] =
  process.env.FULL === '1' ? [long, { ...long, seed: 7, pastHours: 'refuse' }] : [short];

test.each(campaigns)(
  'the provider’s books and ours agree in the end after losses, repeats, delays and kills (seed $seed)',
  { timeout: 900_000 },
  async (campaign) => {
    const result = await runCampaign(campaign);
    const { differences, payments, refunds, planChanges, past, quotes, late, longer, disputes, kills } =
      result;
    expect(differences).toEqual([]);
    // About half of the acts: the number depends on which acts the kills and lost answers hit.
    expect(payments).toBeGreaterThan(campaign.members * 1.4);
    expect(refunds).toBeGreaterThan(campaign.members * 0.4);
    expect(planChanges).toBeGreaterThan(campaign.members * 1.5);
    if (campaign.pastHours === 'refuse') expect(past).toBe(0);
    else expect(past).toBeGreaterThan(campaign.members * 0.1);
    expect(longer).toBeGreaterThan(0);
    expect(result.deeds).toBeGreaterThan(campaign.members * 0.1);
    expect(result.savings).toBeGreaterThan(0);
    expect(disputes).toBeGreaterThan(campaign.members * 0.1);
    expect(quotes).toBeGreaterThan(0);
    // Rare with few members.
    if (campaign.members > 100) expect(late).toBeGreaterThan(0);
    // The acts of a stretch may end before its last kill.
    expect(kills).toBeGreaterThan(campaign.kills * 0.8);
  },
);
