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
  ['interface Told {}', 'Told'],
  ['type Asked = string;', 'Asked'],
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

const langOf = (file: string) => (file.endsWith('x') ? 'tsx' : 'ts');

test('every name says which thing it holds', { timeout: 60_000 }, () => {
  const found = globSync('{app,api,e2e,bench,packages,scripts}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules'],
  })
    .filter((file) => !given.test(file))
    .flatMap((file) => vagueNames(readFileSync(file, 'utf8'), langOf(file)).map((name) => `${file}:${name}`));
  expect(found).toEqual([]);
});

test('the functions of features and jobs take the database and their parts in one form', {
  timeout: 60_000,
}, () => {
  const found = globSync('api/{features,jobs}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => oddParameters(readFileSync(file, 'utf8')).map((name) => `${file}:${name}`));
  expect(found).toEqual([]);
});
