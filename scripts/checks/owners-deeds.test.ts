import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(top, 'docs/owners-deeds.md'), 'utf8');
const files = globSync('api/features/flows/webhooks/deeds/*.test.ts', { cwd: top });

/** The first cells of the section's table that links a test's file. */
function rowsOf(file: string): string[] {
  const section = page.split(/^## /m).find((each) => each.includes(`[${basename(file)}]`)) ?? '';
  const rows = [...section.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, deed = '']) => deed);
  return rows.filter((deed) => deed !== 'Deed' && deed !== '---');
}

test('each deed of the owner has a row in its page and a test, in the same order', () => {
  expect(files.length).toBeGreaterThan(0);
  const titles = (file: string) =>
    [...readFileSync(join(top, file), 'utf8').matchAll(/^test\('(.+)', async/gm)].map(([, title]) => title);
  expect(Object.fromEntries(files.map((file) => [file, rowsOf(file)]))).toEqual(
    Object.fromEntries(files.map((file) => [file, titles(file)])),
  );
  expect(page.match(/^\| (?!Deed|---)/gm)).toHaveLength(files.flatMap(rowsOf).length);
});
