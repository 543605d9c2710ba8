import { expect, test } from 'vitest';
import { withIntegrity } from './integrity-plugin.ts';

const read = (file: string) => Buffer.from(`what ${file} holds`);

test('scripts, styles and module preloads have a hash; fonts, icons and inline scripts do not', () => {
  const html = [
    '<script type="module" crossorigin src="/assets/main-1.js"></script>',
    '<link rel="modulepreload" crossorigin href="/assets/app-1.js">',
    '<link rel="stylesheet" crossorigin href="/assets/app-1.css">',
    '<link rel="preload" href="/assets/font.woff2" as="font" crossorigin>',
    '<link rel="icon" href="/icons/mark.svg">',
    '<script type="application/json">{}</script>',
  ];
  const lines = withIntegrity(html.join('\n'), read).split('\n');
  expect(lines.map((line) => /integrity="sha384-[\w+/]{64}"/.test(line))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(new Set(lines.slice(0, 3).map((line) => /sha384-[^"]+/.exec(line)?.[0])).size).toBe(3);
});

test('a page with hashes gets new ones, once', () => {
  const once = withIntegrity('<script src="/assets/main-1.js"></script>', read);
  expect(withIntegrity(once.replace(/sha384-[^"]+/, 'sha384-other'), read)).toBe(once);
});

test.each([
  '<script src="https://elsewhere.example/a.js"></script>',
  '<script src="//elsewhere.example/a.js"></script>',
  '<link rel="stylesheet" href="https://elsewhere.example/a.css">',
])('a script or style from elsewhere fails the build: %s', (html) => {
  expect(() => withIntegrity(html, read)).toThrow('Not ours');
});
