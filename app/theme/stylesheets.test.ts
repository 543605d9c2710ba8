import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The classes with which a stylesheet's selectors begin: those are its own. */
function classesOf(file: string): Set<string> {
  const css = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(
    selectors.map((one) => /^\s*\.([\w-]+)/.exec(one)?.[1]).filter((name) => name !== undefined),
  );
}

// Every stylesheet that was ever loaded stays, so the classes of one page must not affect another. The landing page
// is a document of its own.
test('no feature styles the classes of another feature or of a primitive', () => {
  const owners = new Map<string, string>();
  for (const file of globSync('app/{payments,routes,shared,theme,ui}/**/*.css'))
    for (const name of classesOf(file)) owners.set(name, 'a primitive');
  const shared: string[] = [];
  for (const file of globSync('app/features/**/*.css').filter((name) => !name.includes('/landing/'))) {
    const feature = file.split('/')[2] ?? '';
    for (const name of classesOf(file)) {
      const owner = owners.get(name);
      if (owner && owner !== feature) shared.push(`.${name} of ${owner} in ${file}`);
      else owners.set(name, feature);
    }
  }
  expect(shared).toEqual([]);
});
