import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** The order in the script: a part comes before the parts that use it. */
const parts = [
  '../core/card-numbers.ts',
  '../browser/dom.ts',
  '../browser/card-fields.ts',
  '../browser/appearance.ts',
  '../browser/api-client.ts',
  '../browser/card-form.ts',
  '../browser/challenge.ts',
  '../browser/payment-element.ts',
  '../browser/elements.ts',
  '../browser/stripe.ts',
];

/**
 * The browser's double as one classic script, as the provider's own is: the parts without types, imports and
 * exports, within one function. Names must therefore be unique over all parts.
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

/**
 * Strips types with Node's own function and hides its warning: Node warns of the function, but not when it strips a
 * module by itself.
 */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
