import sharp from 'sharp';
import { expect, test } from 'vitest';
import { launchedDecoder, startLauncher } from './launcher.ts';

const picture = () =>
  sharp({ create: { width: 100, height: 80, channels: 3, background: 'white' } })
    .png()
    .toBuffer();

test('decoders of one launcher work side by side, and their refusals keep their reason', async () => {
  const [first, second] = [0, 1].map(() => launchedDecoder({ patienceMs: 60_000, idleMs: 60_000 }));
  const [refused, prepared] = await Promise.allSettled([
    first?.prepare(Buffer.from('no picture')),
    second?.prepare(await picture()),
  ]);
  expect(refused).toMatchObject({ reason: { name: 'PhotoRefused', why: 'damaged' } });
  expect(prepared).toMatchObject({ value: { width: 100, height: 80 } });
});

test('a photo whose launcher ends or cannot start can be sent later', async () => {
  const decoder = launchedDecoder({ patienceMs: 60_000, idleMs: 60_000 });
  const prepared = decoder.prepare(await picture());
  startLauncher().kill('SIGKILL');
  await expect(prepared).rejects.toMatchObject({ name: 'PhotosUnavailable' });
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  await expect(decoder.prepare(await picture())).rejects.toMatchObject({ name: 'PhotosUnavailable' });
  process.execPath = node;
  expect(await decoder.prepare(await picture())).toMatchObject({ width: 100 });
});
