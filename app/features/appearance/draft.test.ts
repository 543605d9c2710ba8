import { expect, test } from 'vitest';
import { heicWords } from '../../../api/contract/rules/photos.ts';
import { changedSince, changesOf, fileProblem, moved } from './draft.ts';

test('a draft changes what differs from the published values', () => {
  const published = { lead: 'a', claims: [{ figure: '1', words: 'b' }], mark: null as string | null };
  expect(changesOf({ lead: 'a', claims: [{ figure: '1', words: 'b' }] }, published)).toEqual({});
  expect(changesOf({ lead: 'b', mark: 'x' }, published)).toEqual({ lead: 'b', mark: 'x' });
  const marked: { mark: string | null } = { mark: 'x' };
  expect(changesOf({ mark: null }, marked)).toEqual({ mark: null });
  expect(changedSince(published, { ...published, claims: [] })).toEqual(['claims']);
});

test('an item moves within its list', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
});

test('a file is refused by its size before it is read, with both sizes', () => {
  const most = 5 * 1024 * 1024;
  expect(fileProblem({ name: 'mark.png', size: 20 * 1024 * 1024, type: 'image/png' }, most)).toBe(
    'This file has 20 MB. Please choose one of at most 5 MB.',
  );
  expect(fileProblem({ name: 'mark.pdf', size: 10, type: 'application/pdf' }, most)).toContain('no picture');
  expect(fileProblem({ name: 'mark', size: 10, type: '' }, most)).toBeNull();
  expect(fileProblem({ name: 'IMG_1.HEIC', size: 10, type: '' }, most)).toBe(heicWords);
});
