import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** In the order in which they stand in the script: what is used stands before its user. */
const parts = [
  './card-numbers.ts',
  './browser/dom.ts',
  './browser/card-fields.ts',
  './browser/appearance.ts',
  './browser/api-client.ts',
  './browser/card-form.ts',
  './browser/challenge.ts',
  './browser/payment-element.ts',
  './browser/elements.ts',
  './browser/stripe.ts',
];

/**
 * The browser's double as one classic script, as the provider's own is: the parts without their types, imports
 * and exports, within one function. Names are therefore unique over all parts.
 */
export async function buildBrowserScript(): Promise<string> {
  const sources = await Promise.all(parts.map((part) => readFile(new URL(part, import.meta.url), 'utf8')));
  const plain = sources.map((source) =>
    stripTypes(source)
      .replace(/^import\s[^;]*;$/gm, '')
      .replace(/^export (?=const|function|class|async)/gm, ''),
  );
  return `(() => {\n'use strict';\n${plain.join('\n')}\n})();\n`;
}

/** Node strips types without a word when it runs a module, but warns when it is asked to. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
