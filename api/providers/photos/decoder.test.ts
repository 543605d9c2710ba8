import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDecoder } from './decoder.ts';
import { countScans } from './jpeg-scans.ts';
import { preparePicture } from './pictures.ts';

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
  const large = await noise(3000).jpeg({ progressive: true }).toBuffer();
  const impatient = createDecoder({ patienceMs: 1, idleMs: 1000 });
  await expect(impatient.prepare(large)).rejects.toMatchObject({ why: 'damaged' });
  impatient.end();
  const decoder = createDecoder({ patienceMs: 60_000, idleMs: 60_000 });
  await expect(decoder.prepare(Buffer.from('no picture'))).rejects.toMatchObject({ why: 'damaged' });
  const { width, height } = await decoder.prepare(await noise(100).png().toBuffer());
  expect([width, height]).toEqual([100, 100]);
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
