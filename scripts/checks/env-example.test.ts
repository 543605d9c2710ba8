import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { envNames, readEnv } from '../../api/core/env.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const stated = [...example.matchAll(/^#(\w+)=/gm)].map(([, name]) => name);

test('.env.example states every environment value once, and no other', () => {
  expect(stated.toSorted()).toEqual(envNames.toSorted());
});

test('.env.example states the default of each value', () => {
  const taken = example.replace(/^#(?=\w+=)/gm, '');
  const { SET: _, ...values } = readEnv(parseEnv(taken));
  expect({ ...values, SET: [] }).toEqual(readEnv({}));
});

test('the page on operating has a row for every environment value', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const table = page.split('\n## Environment\n')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, name]) => name);
  // Set by hosts for Node itself.
  expect(named.toSorted()).toEqual(envNames.filter((name) => name !== 'NODE_ENV').toSorted());
});
