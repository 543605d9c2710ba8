import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinedTexts } from './joined-text.ts';

const template = (value: string) => `\`For \${${value}}, 3 h\``;

test.each([
  'request.customer.name',
  'plan.name',
  'service?.name',
  'fullNameOf(customer)',
  'lastMessage.preview',
  "charge.customer.name || 'The customer'",
  "known ? fullNameOf(customer) : 'They'",
  'known && customer.name',
])('finds %s in a bare template', (value) => {
  expect(joinedTexts(`const a = ${template(value)};`, 'ts')).toEqual([`1: ${value}`]);
});

test('finds a text that has a name of its own', () => {
  const source = `const name = fullNameOf(customer);\nconst a = ${template('name')};`;
  expect(joinedTexts(source, 'ts')).toEqual(['2: name']);
});

test.each([
  `oneText${template('customer.name')}`,
  template('file.name'),
  template('names.length'),
  template('customer.name && 3'),
])('leaves %s alone', (source) => {
  expect(joinedTexts(`const a = ${source};`, 'ts')).toEqual([]);
});

/** Words for an index of words, which nobody reads. */
const notRead = /\.test\.ts|\/(people-words|request-search\.service)\.ts$/;

test('no text of a person is joined to others without keeping their directions apart', () => {
  const found = globSync(['app/**/*.{ts,tsx}', 'api/{features,realtime}/**/*.ts'])
    .filter((file) => !notRead.test(file))
    .flatMap((file) =>
      joinedTexts(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
        (text) => `${file}:${text}`,
      ),
    );
  expect(found).toEqual([]);
});
