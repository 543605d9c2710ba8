import { expect, test } from 'vitest';
import { heicWords } from '../../../api/contract/rules/photos.ts';
import { leftOutToast } from './left-out.ts';

const some = { of: 5, tooMany: 0, unreadable: 0 };
const words = (of: Partial<Parameters<typeof leftOutToast>[0]>) =>
  leftOutToast({ ...some, ...of })?.description;

test('a message with all its files causes no notice', () => {
  expect(leftOutToast(some)).toBeNull();
});

test('one file is called by its name, several by their number', () => {
  expect(leftOutToast({ ...some, unreadable: 1, name: 'plan.pdf' })).toEqual({
    title: 'Not a photo',
    description: '“plan.pdf” could not be read as a photo and was left out.',
    style: 'destructive',
  });
  expect(words({ unreadable: 2, name: 'plan.pdf' })).toBe(
    '2 of 5 files could not be read as photos and were left out.',
  );
  expect(words({ unreadable: 1 })).toBe('1 of 5 files could not be read as a photo and was left out.');
});

test('a very long name is shortened before its end', () => {
  const name = `${'long '.repeat(60)}walk.mp4`;
  const text = words({ unreadable: 1, name }) ?? '';
  expect(text).toMatch(/^“long long .*….*walk\.mp4” could not/);
  expect(text.length).toBeLessThan(100);
});

test('files without room are reported beside it', () => {
  expect(leftOutToast({ ...some, of: 13, tooMany: 1, unreadable: 2 })).toMatchObject({
    title: '10 photos at most',
    description:
      'The rest can go with the next message. 2 of 13 files could not be read as photos and were left out.',
  });
  // The share page and its photos are gone by then.
  expect(leftOutToast({ ...some, of: 13, tooMany: 1, shared: true })?.description).toMatch(/^Share the rest/);
});

test('a photo in HEIC that the browser cannot read is no mistake: the notice says what to do', () => {
  for (const name of ['IMG_0042.HEIC', 'gate.heif'])
    expect(leftOutToast({ ...some, unreadable: 1, name })).toEqual({
      title: 'HEIC cannot be read here',
      description: heicWords,
      style: 'destructive',
    });
  expect(words({ of: 12, tooMany: 1, unreadable: 1, name: 'gate.heic' })).toBe(
    `The rest can go with the next message. ${heicWords}`,
  );
  // Several files have no name in the notice, so it does not speak of one format.
  expect(words({ unreadable: 2, name: 'gate.heic' })).toMatch(/^2 of 5 files could not be read/);
});
