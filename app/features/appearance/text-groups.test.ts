import { expect, test } from 'vitest';
import { textListNames, textNames } from '../../../api/contract/rules/look/texts.ts';
import { textGroups } from './text-groups.ts';

test('every text of the landing page can be changed in one place', () => {
  const shown = textGroups.flatMap(({ names }) => names);
  expect(shown.toSorted()).toEqual([...textNames, ...textListNames].toSorted());
});
