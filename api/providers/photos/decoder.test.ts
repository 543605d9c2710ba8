import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { createDecoder } from './decoder.ts';
import { countScans } from './jpeg-scans.ts';
import { preparePicture, restAfterRefusalMs } from './pictures.ts';

/** A decoder, with the processes that it has started, oldest first. */
function aDecoder(patienceMs = 60_000) {
  const started: ChildProcess[] = [];
  return {
    started,
    ...createDecoder({ patienceMs, idleMs: 60_000, onStarted: (child) => started.push(child) }),
  };
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

test('a process that takes too long is killed, and the next photo gets a new one', async () => {
  const picture = await noise(1000).png().toBuffer();
  const { started, prepare } = aDecoder(1);
  for (const _ of ['first', 'second']) {
    await expect(prepare(picture)).rejects.toMatchObject({ why: 'damaged' });
    const [child] = started.splice(0);
    expect(child?.killed).toBe(true);
    expect(await once(child as ChildProcess, 'exit')).toEqual([null, 'SIGKILL']);
  }
});

test('a process serves photo after photo, also after a damaged one', async () => {
  const decoder = aDecoder();
  await expect(decoder.prepare(Buffer.from('no picture'))).rejects.toMatchObject({ why: 'damaged' });
  const { width, height } = await decoder.prepare(await noise(100).png().toBuffer());
  expect([width, height]).toEqual([100, 100]);
  expect(decoder.started).toHaveLength(1);
  decoder.end();
});

test('only a crash of the decoder refuses its photo for good; another end asks for a later try', async () => {
  const picture = await noise(100).png().toBuffer();
  const decoder = aDecoder();
  const prepareUntil = (signal: NodeJS.Signals) => {
    const prepared = decoder.prepare(picture);
    decoder.started.at(-1)?.kill(signal);
    return prepared;
  };
  await expect(prepareUntil('SIGKILL')).rejects.toMatchObject({ name: 'PhotosUnavailable' });
  await expect(prepareUntil('SIGSEGV')).rejects.toMatchObject({ why: 'damaged' });
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  await expect(decoder.prepare(picture)).rejects.toMatchObject({ name: 'PhotosUnavailable' });
  process.execPath = node;
  expect(await decoder.prepare(picture)).toMatchObject({ width: 100 });
  decoder.end();
});

/** The system's own limit to a process's memory; only Linux has it. */
const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

const kinds: [string, () => Sharp][] = [
  ['progressive JPEG', () => noise(3000).jpeg({ progressive: true })],
  ['interlaced PNG', () => noise(3000).png({ progressive: true, compressionLevel: 1 })],
  ['WebP', () => noise(3000).webp({ effort: 0 })],
];
/** Each takes long, and differs by its decoder alone. */
const tried = process.env.FULL === '1' ? kinds : kinds.slice(0, 1);

/** A decoder whose first process has too little memory for a photo; `limit` makes another one as small. */
async function aSmallDecoder(photo: Sharp) {
  const decoder = aDecoder();
  await decoder.prepare(await noise(100).png().toBuffer());
  const [first] = decoder.started;
  const held = Number(/VmData:\s+(\d+) kB/.exec(readFileSync(`/proc/${first?.pid}/status`, 'utf8'))?.[1]);
  const sent = await photo.toBuffer();
  const most = held * 1024 + sent.length * 3 + 4 * 2 ** 20;
  const limit = (child: ChildProcess | undefined) =>
    execFileSync('prlimit', ['--pid', String(child?.pid), `--data=${most}:unlimited`]);
  limit(first);
  return { ...decoder, sent, limit };
}

test.runIf(canLimit).each(tried)(
  'a photo for which there is no memory is tried in a new process: %s',
  async (_, photo) => {
    const { started, prepare, sent, end } = await aSmallDecoder(photo());
    expect(await prepare(sent)).toMatchObject({ width: 2048 });
    expect(started).toHaveLength(2);
    end();
  },
);

test.runIf(canLimit)('a photo for which two processes have no memory is refused for good', async () => {
  const { started, prepare, sent, limit, end } = await aSmallDecoder(noise(3000).jpeg({ progressive: true }));
  const prepared = prepare(sent);
  await expect.poll(() => started.length).toBe(2);
  limit(started[1]);
  await expect(prepared).rejects.toMatchObject({ why: 'memory' });
  end();
});

test('the time of counting scans is its person’s, and a picture of too many is refused undecoded', async () => {
  const scan = [0xff, 0xda, 0, 2];
  const took: number[] = [];
  const onTook = async (seconds: number) => void took.push(seconds);
  const prepared = preparePicture(Buffer.from([0xff, 0xd8, ...Array(21).fill(scan).flat()]), 'mia', onTook);
  await expect(prepared).rejects.toMatchObject({ why: 'scans' });
  expect(took).toEqual([expect.any(Number)]);
});

test('after a refused photo its sender’s next one waits, and another person’s does not', async () => {
  const decoded: { by: string; at: number }[] = [];
  const refused = (by: string) =>
    preparePicture(Buffer.from([0xff, 0xd8, 0xff]), by, async () => {
      decoded.push({ by, at: performance.now() });
    }).catch(() => {});
  await Promise.all([refused('mia'), refused('mia'), refused('noah')]);
  expect(decoded.map(({ by }) => by)).toEqual(['mia', 'noah', 'mia']);
  const [first, , second] = decoded;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(restAfterRefusalMs - 1);
});

test('scans are counted from the markers, without those of a preview within', async () => {
  expect(countScans(await noise(64).jpeg().toBuffer(), 20)).toBe(1);
  const progressive = countScans(await noise(64).jpeg({ progressive: true }).toBuffer(), 20);
  expect(progressive).toBeGreaterThan(1);
  expect(progressive).toBeLessThanOrEqual(20);
  expect(countScans(await noise(64).png().toBuffer(), 20)).toBe(0);
  expect(countScans(Buffer.from([0xff, 0xd8, 0xff]), 20)).toBe(0);
});
