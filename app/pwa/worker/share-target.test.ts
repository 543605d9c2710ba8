import { beforeEach, expect, test, vi } from 'vitest';

let keeps: (files: readonly File[]) => Promise<number>;
vi.mock('../photos/shared.ts', () => ({ keepShared: (files: readonly File[]) => keeps(files) }));
vi.mock('./front-page.ts', () => ({ rememberedId: async () => 'mia' }));

beforeEach(() => {
  keeps = async (files) => files.length;
});

/** The address to which a share of two files leads. */
async function leadsTo(body?: BodyInit) {
  const { takeShared } = await import('./share-target.ts');
  const form = new FormData();
  for (const name of ['gate', 'lock']) form.append('photos', new File([name], name));
  const answer = await takeShared(
    new Request('https://home.example/share', { method: 'POST', body: body ?? form }),
  );
  return [answer.status, answer.headers.get('location')?.replace('https://home.example', '')];
}

test('a share leads to the choice of a booking, which knows whether all, some or none of it arrived', async () => {
  expect(await leadsTo()).toEqual([303, '/share']);
  keeps = async () => 1;
  expect(await leadsTo()).toEqual([303, '/share?part']);
  keeps = async () => 0;
  expect(await leadsTo()).toEqual([303, '/share?lost']);
});

test('a share without a photo, or one that cannot be read or stored, counts as lost', async () => {
  expect(await leadsTo('no form at all')).toEqual([303, '/share?lost']);
  expect(await leadsTo(new FormData())).toEqual([303, '/share?lost']);
  keeps = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  expect(await leadsTo()).toEqual([303, '/share?lost']);
});
