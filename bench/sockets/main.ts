import { runSocketCampaign } from './campaign.ts';
import { startFleet } from './fleet.ts';
import { startFlow } from './flow.ts';
import { measureIdle } from './idle.ts';
import { startOffenders } from './offenders.ts';

/**
 * `npm run bench:sockets`: the live chat on two server processes and one PostgreSQL. First, a thousand clients whose
 * sockets are cut ten thousand times, with the lost, doubled and reordered messages; then 200 messages a second and
 * their times, alone and beside sockets that break the rules; then the memory of ten thousand unused sockets. `--
 * --campaign`, `-- --flow` or `-- --idle` runs one part alone, `--seconds=` sets its time.
 */
const parts = ['--campaign', '--flow', '--idle'];
const chosen = parts.filter((part) => process.argv.includes(part));
const isAsked = (part: string) => chosen.length === 0 || chosen.includes(part);
const given = Number(process.argv.find((arg) => arg.startsWith('--seconds='))?.slice('--seconds='.length));
const seconds = given > 0 ? given : 120;

/** One-time work of a process, such as compiling, is not measured. */
const warmUpSeconds = 5;
const messagesASecond = 200;
const offendersOfEachKind = 6;
const rounds = 5;
const roundSeconds = 8;
const wanted = { p99: 100, ratio: 2, offendersStay: 1_000, idleBytes: 600 * 1024 * 1024 };
let good = true;
const held = (isHeld: boolean): string => {
  good &&= isHeld;
  return isHeld ? '' : '  MISSED';
};

if (isAsked('--campaign')) {
  const fleet = await startFleet(2);
  try {
    const { disconnects, messages, deliveries, lost, doubled, reordered } = await runSocketCampaign(fleet, {
      clients: 1_000,
      disconnects: 10_000,
      ms: seconds * 1000,
      messages: seconds * 40,
    });
    console.log(
      `Campaign: 1,000 clients, ${disconnects} sockets cut, ${messages} messages to ${deliveries} readers: ${lost} lost, ${doubled} doubled, ${reordered} out of order${held(lost + doubled + reordered === 0)}`,
    );
  } finally {
    await fleet.stop();
  }
}

if (isAsked('--flow')) {
  const fleet = await startFleet(2);
  const flow = await startFlow(fleet, { clients: 1_000, messagesASecond });
  const offenders = await startOffenders(fleet, offendersOfEachKind);
  try {
    await flow.run(warmUpSeconds);
    const whole = await flow.run(seconds);
    console.log(
      `Flow: ${messagesASecond} messages a second for ${seconds} s, ${whole.length} readings: p50 ${ms(whole, 0.5)}, p99 ${ms(whole, 0.99)}, at most ${ms(whole, 1)}${held(at(whole, 0.99) <= wanted.p99)}`,
    );

    // Measured in turn, all rounds together, so that other load of the machine affects both alike.
    const alone: number[] = [];
    const beside: number[] = [];
    let [sockets, stayed] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await flow.run(roundSeconds)));
      await offenders.begin();
      beside.push(...(await flow.run(roundSeconds)));
      const totals = await offenders.rest();
      sockets += totals.sockets;
      stayed = Math.max(stayed, totals.stayed);
    }
    const ratio = at(beside, 0.99) / at(alone, 0.99);
    console.log(
      `Beside ${offenders.count} offenders, ${rounds} rounds of ${roundSeconds} s: p99 ${ms(beside, 0.99)}, alone ${ms(alone, 0.99)}, ${ratio.toFixed(2)} times as long${held(ratio <= wanted.ratio)}`,
    );
    console.log(
      `Offenders: ${sockets} sockets, the longest stayed ${stayed.toFixed(0)} ms${held(sockets > 0 && stayed <= wanted.offendersStay)}`,
    );
  } finally {
    await offenders.stop();
    flow.stop();
    await fleet.stop();
  }
}

if (isAsked('--idle')) {
  const fleet = await startFleet(1);
  try {
    const { before, after } = await measureIdle(fleet, 10_000);
    const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
    console.log(
      `Idle: 10,000 sockets, ${mb(after)} MB in one process, ${mb(before)} MB without them${held(after <= wanted.idleBytes)}`,
    );
  } finally {
    await fleet.stop();
  }
}
process.exitCode = good ? 0 : 1;

/** The longest time of the fastest part of them, in ms. */
function at(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function ms(times: readonly number[], part: number): string {
  return `${at(times, part).toFixed(1)} ms`;
}
