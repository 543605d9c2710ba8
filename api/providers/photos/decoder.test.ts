import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { createDecoder } from './decoder.ts';
import { countScans } from './jpeg-scans.ts';
import { preparePicture } from './pictures.ts';

/** The processes that were started, oldest first. */
const started = vi.hoisted(() => [] as ChildProcess[]);
vi.mock('node:child_process', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:child_process')>();
  const fork = (...given: Parameters<typeof real.fork>) => {
    const child = real.fork(...given);
    started.push(child);
    return child;
  };
  return { ...real, fork };
});

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
  const decoder = createDecoder({ patienceMs: 1, idleMs: 60_000 });
  for (const _ of ['first', 'second']) {
    await expect(decoder.prepare(picture)).rejects.toMatchObject({ why: 'damaged' });
    const [child] = started.splice(0);
    expect(child?.killed).toBe(true);
    expect(await once(child as ChildProcess, 'exit')).toEqual([null, 'SIGKILL']);
  }
});

test('a process serves photo after photo, also after a damaged one', async () => {
  const decoder = createDecoder({ patienceMs: 60_000, idleMs: 60_000 });
  await expect(decoder.prepare(Buffer.from('no picture'))).rejects.toMatchObject({ why: 'damaged' });
  const { width, height } = await decoder.prepare(await noise(100).png().toBuffer());
  expect([width, height]).toEqual([100, 100]);
  expect(started.splice(0)).toHaveLength(1);
  decoder.end();
});

test('only a crash of the decoder refuses its photo for good; another end asks for a later try', async () => {
  const picture = await noise(100).png().toBuffer();
  const decoder = createDecoder({ patienceMs: 60_000, idleMs: 60_000 });
  const prepareUntil = (signal: NodeJS.Signals) => {
    const prepared = decoder.prepare(picture);
    started.splice(0)[0]?.kill(signal);
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

test('the time of counting scans is its person’s, and a picture of too many is refused undecoded', async () => {
  const scan = [0xff, 0xda, 0, 2];
  const took: number[] = [];
  const onTook = async (seconds: number) => void took.push(seconds);
  const prepared = preparePicture(Buffer.from([0xff, 0xd8, ...Array(21).fill(scan).flat()]), 'mia', onTook);
  await expect(prepared).rejects.toMatchObject({ why: 'scans' });
  expect(took).toEqual([expect.any(Number)]);
});

test('scans are counted from the markers, without those of a preview within', async () => {
  expect(countScans(await noise(64).jpeg().toBuffer(), 20)).toBe(1);
  const progressive = countScans(await noise(64).jpeg({ progressive: true }).toBuffer(), 20);
  expect(progressive).toBeGreaterThan(1);
  expect(progressive).toBeLessThanOrEqual(20);
  expect(countScans(await noise(64).png().toBuffer(), 20)).toBe(0);
  expect(countScans(Buffer.from([0xff, 0xd8, 0xff]), 20)).toBe(0);
});
