import { runSchedule } from '../app/pwa/outbox/testing/campaign.ts';

const schedules = 10_000;
/** The number of schedules that are repeated with a kill at each `await`. */
const whole = 10;

/**
 * Runs ten thousand seeded schedules of the outbox's own code on a device, a network and a server with every kind of
 * failure; then some of them with a process killed at each `await` in turn.
 * @returns whether no entry was lost, doubled, reordered, delivered for another person or dropped without a reason
 */
export async function campaignOfTheOutbox(): Promise<boolean> {
  const sum = { written: 0, stored: 0, chats: 0, refused: 0, kills: 0 };
  const faults: string[] = [];
  const run = async (seed: number, killAt?: number) => {
    const verdict = await runSchedule(seed, killAt);
    for (const name of ['written', 'stored', 'chats', 'refused', 'kills'] as const)
      sum[name] += verdict[name];
    for (const fault of verdict.faults)
      faults.push(`seed ${seed}${killAt === undefined ? '' : `, killed at ${killAt}`}: ${fault}`);
    return verdict;
  };
  for (let seed = 1; seed <= schedules; seed++) await run(seed);
  let awaits = 0;
  for (let seed = 1; seed <= whole; seed++) {
    const { steps } = await run(seed, 0);
    for (let killAt = 1; killAt <= steps; killAt++) await run(seed, killAt);
    awaits += steps;
  }
  console.log(
    `\nThe outbox, ${schedules} schedules and each of ${awaits} awaits of ${whole} more: ${sum.written} written, ` +
      `${sum.stored} done (${sum.chats} of them chat messages), ${sum.refused} refused with a reason, ${sum.kills} processes killed, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  return faults.length === 0;
}
