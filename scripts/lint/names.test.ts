import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oddParameters, vagueNames } from './names.ts';

test.each([
  ['const told = 1;', 'told'],
  ['const { a: [said] } = b;', 'said'],
  ['const { own = 1 } = b;', 'own'],
  ['function asked() {}', 'asked'],
  ['const f = (was: string) => was;', 'was'],
  ['function f(...asked: string[]) {}', 'asked'],
  ['interface Row { told: string }', 'told'],
])('finds the name in %s', (source, name) => {
  expect(vagueNames(source, 'ts')).toEqual([`1: ${name}`]);
});

test.each([
  'const { asked: requests } = report;',
  'const row = { said: word };',
  'const text = row.said;',
  "type Whose = 'own' | 'customer';",
])('leaves %s alone', (source) => {
  expect(vagueNames(source, 'ts')).toEqual([]);
});

test.each([
  'function f(tx: Tx, id: string) {}',
  'const f = async (parts: Parts) => 1;',
  "function f({ db }: Pick<Deps, 'db'>) {}",
])('finds the parameters of %s', (source) => {
  expect(oddParameters(source)).toEqual(['1: f']);
});

test.each([
  'function f(db: Tx, deps: Deps, id: string) {}',
  'const f = () => db.transaction().execute((tx) => g(tx));',
  'function f({ from, to }: Period) {}',
])('leaves the parameters of %s alone', (source) => {
  expect(oddParameters(source)).toEqual([]);
});

/** Names of columns and names on the wire stand here, and migrations, which never change. */
const given = /^api\/(contract\/(calls|schemas)|db\/migrations)\/|\.table\.ts$|payments\/payments\.ts$/;

/** Folders whose names and parameters follow; nothing is added here. */
const unfinished = /^(bench|packages)\b/;

const langOf = (file: string) => (file.endsWith('x') ? 'tsx' : 'ts');

test('every name says which thing it holds', { timeout: 60_000 }, () => {
  const found = globSync('{app,api,e2e,bench,scripts}/**/*.{ts,tsx}')
    .filter((file) => !given.test(file) && !unfinished.test(file))
    .flatMap((file) => vagueNames(readFileSync(file, 'utf8'), langOf(file)).map((name) => `${file}:${name}`));
  expect(found).toEqual([]);
});

test('the functions of features and jobs take the database and their parts in one form', {
  timeout: 60_000,
}, () => {
  const found = globSync('api/{features,jobs}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !unfinished.test(file))
    .flatMap((file) => oddParameters(readFileSync(file, 'utf8')).map((name) => `${file}:${name}`));
  expect(found).toEqual([]);
});
