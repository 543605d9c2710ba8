import { expect, test } from 'vitest';
import { plainSvg } from './svg.ts';

const megabyte = (part: string) => part.repeat(Math.floor((1024 * 1024 - 100) / part.length));

test.each([
  ['document types without an end', `<svg ${megabyte('<!DOCTYPE')}`],
  ['a reference far from its sign', `<svg a="url(${megabyte(' ')}#a)"/>`],
  ['references to nothing', `<svg ${megabyte('url( ')}`],
  ['addresses without a value', `<svg${megabyte(' href ')}`],
  ['handlers without a value', `<svg${megabyte(' on')}`],
  ['tags without a name', `<svg ${megabyte('<a:')}`],
  ['one long name', `<svg ${megabyte('a')}`],
])('a megabyte of %s is read in one pass', (_, drawing) => {
  const began = performance.now();
  try {
    plainSvg(Buffer.from(drawing));
  } catch (error) {
    expect(error).toHaveProperty('why');
  }
  expect(performance.now() - began).toBeLessThan(1000);
});

test('a reference within the file is none to another, however it is written', () => {
  const taken = ['url(#a)', "url( '#a' )", 'url("#a")'].map((fill) => `<svg><path fill='${fill}'/></svg>`);
  for (const drawing of taken) expect(String(plainSvg(Buffer.from(drawing)))).toBe(drawing);
  for (const fill of ['url(a.svg#b)', 'url( https://a.example/#b )'])
    expect(() => plainSvg(Buffer.from(`<svg><path fill="${fill}"/></svg>`))).toThrow();
});
