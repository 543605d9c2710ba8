import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The one file that turns cents into a text for people. */
const formatter = 'api/contract/facts/money.ts';

/** A dollar sign before an inserted value, and a division by 100 that becomes a text. */
const byHand = [/[`>]\$\$\{/, /[\s(]\$\$\{/, /'\$' ?\+/, /\/ 100\)\.toFixed/, /style: 'currency'/];

test('only one file writes amounts for people', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'api', 'sw.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== formatter)
    // Prints amounts for the operator beside the currency's code.
    .filter((file) => file !== 'api/providers/payments/stripe-check.ts');
  const wrong = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return byHand.some((pattern) => pattern.test(text));
  });
  expect(wrong, `use formatMoney of ${formatter}`).toEqual([]);
});
