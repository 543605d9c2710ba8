import { expect, test } from 'vitest';
import { type Campaign, runCampaign } from './campaign.ts';

const long = { seed: 20261122, members: 160, steps: 8, kills: 20 };
/** As many things at once, and kills as often, for a tenth of the time; still longer in `npm run bench -- --faults`. */
const short = { seed: 20261122, members: 16, steps: 8, kills: 2 };
const campaigns: Campaign[] =
  process.env.FULL === '1' ? [long, { ...long, seed: 7, pastHours: 'refuse' }] : [short];

test.each(campaigns)(
  'whatever is lost, repeated, late or killed, the provider’s books and ours agree in the end (seed $seed)',
  { timeout: 900_000 },
  async (campaign) => {
    const { differences, payments, refunds, planChanges, past, longer, disputes, kills } =
      await runCampaign(campaign);
    expect(differences).toEqual([]);
    // About half of what happens: how much does depends on what the kills and the lost answers fall on.
    expect(payments).toBeGreaterThan(campaign.members * 1.4);
    expect(refunds).toBeGreaterThan(campaign.members * 0.4);
    expect(planChanges).toBeGreaterThan(campaign.members * 1.5);
    if (campaign.pastHours === 'refuse') expect(past).toBe(0);
    else expect(past).toBeGreaterThan(campaign.members * 0.1);
    expect(longer).toBeGreaterThan(0);
    expect(disputes).toBeGreaterThan(campaign.members * 0.1);
    expect(kills).toBe(campaign.kills);
  },
);
