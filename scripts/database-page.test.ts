import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databasePage, pageFile } from './database-page.ts';

test('docs/database.md shows the schema that the migrations make', async () => {
  const shown = readFileSync(pageFile, 'utf8');
  expect(await databasePage(), 'docs/database.md is out of date: run npm run docs:database').toBe(shown);
});
