// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are texts of source files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { visit } from '../lint/translated-text.ts';

/** The one file that turns cents into a text for people. */
const formatter = 'api/contract/rules/money.ts';

const exempt = new Set([
  // Prints amounts for the operator beside the currency's code.
  'api/providers/payments/stripe-check.ts',
  // Has the values of a statement as $1 and $2.
  'api/db/notifications.ts',
]);

/** A text with an amount, or a currency's symbol that ends a text, so that a value follows it. */
const byHand = /(^|[\s(])\p{Sc}\s?(\d|$)|\bdollars?\b/iu;
/** A division by 100 that becomes a text, and a formatter of one's own. */
const formats = /\/ 100\)\.toFixed|style: 'currency'/;

/** @returns the texts for people in a source file that write an amount or name a currency, and formatters of its own */
function amountsByHand(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const found: string[] = [];
  // Most files without JSX have a `$` only before `{`, and need not be parsed.
  if (lang === 'ts' && !/\p{Sc}(?!\{)|dollar|100\)|style:/iu.test(source)) return found;
  visit(parseAst(source, { lang }), (node, parent) => {
    // '$1' stands for a found part.
    if (/^replace/.test(parent?.callee?.property?.name)) return;
    const text = node.type === 'TemplateElement' ? node.value.cooked : node.value;
    if (
      /^(Literal|JSXText|TemplateElement)$/.test(node.type) &&
      typeof text === 'string' &&
      byHand.test(text)
    )
      found.push(text.trim());
  });
  return [...found, ...(formats.exec(source) ?? [])];
}

test.each([
  ['<b>${price}</b>', '$'],
  ['<b>Costs $ {price}</b>', 'Costs $'],
  ['`${a} and $${price}`', 'and $'],
  ["'$' + price", '$'],
  ["'from $1'", 'from $1'],
  ["'€ 5'", '€ 5'],
  ['<b>Prices in dollars</b>', 'Prices in dollars'],
  ['`${(cents / 100).toFixed(2)}`', '/ 100).toFixed'],
])('%s writes an amount by hand', (source, text) => {
  expect(amountsByHand(`const a = ${source};`)).toEqual([text]);
});

test.each(['<b>{formatMoney(100)}</b>', '`${a}${b}`', "text.replace(/a$/, '')"])(
  '%s writes none',
  (source) => {
    expect(amountsByHand(`const a = ${source};`)).toEqual([]);
  },
);

test('only one file writes amounts for people', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'api', 'sw.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== formatter)
    .filter((file) => !exempt.has(file));
  const wrong = files.flatMap((file) =>
    amountsByHand(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (text) => `${file}: ${text}`,
    ),
  );
  expect(wrong, `use formatMoney of ${formatter}`).toEqual([]);
});
