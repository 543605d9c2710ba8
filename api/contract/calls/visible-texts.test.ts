import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** Zero-width spaces, blank patterns and fillers: as long as any text must be, and nothing to be seen. */
const nothing = '\u200b\u2800\u3164'.repeat(4);

/** Every text that a person may send in a body, by its place. */
function textsIn(schema: z.core.$ZodType, place: string): { place: string; text: z.core.$ZodType }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => textsIn(part, `${place}.${name}`));
    case 'array':
      return textsIn(def.element, `${place}[]`);
    case 'union':
      return def.options.flatMap((option) => textsIn(option, place));
    case 'record':
      return textsIn(def.valueType, `${place}.*`);
    case 'optional':
    case 'nullable':
      return textsIn(def.innerType, place);
    case 'string':
      return [{ place, text: schema }];
    default:
      return [];
  }
}

const texts = Object.entries<Call>(calls).flatMap(([name, { body }]) => (body ? textsIn(body, name) : []));
const given = (text: z.core.$ZodType, words: string) => z.safeParse(text, words).data as string | undefined;

/** Compared with something known or kept as a name of ours, and never shown. */
const notShown = /\.(concierge|customerEmail|email|paymentIntentId|seal)$/;

test('no text of which nothing is seen is taken for a text', () => {
  expect(texts.length).toBeGreaterThan(100);
  const taken = texts.filter(({ place, text }) => !notShown.test(place) && given(text, nothing));
  expect(taken.map(({ place }) => place)).toEqual([]);
});

test('characters that nobody sees do not count towards the shortest text', () => {
  const padded = texts.filter(({ text }) => given(text, 'a') === undefined && given(text, `a${nothing}`));
  expect(padded.map(({ place }) => place)).toEqual([]);
});
