import { expect, test } from 'vitest';
import { safeHtml } from './trusted-types.ts';

test('Ionic’s own drawings pass, with any quotes', () => {
  const single =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512' class='ionicon'><path d='M368 64'/></svg>";
  expect(safeHtml(single)).toBe(single);
  const address = `data:image/svg+xml;utf8,${single}`;
  expect(safeHtml(address)).toBe(address);
  const double = single.replaceAll("'", '"');
  expect(safeHtml(double)).toBe(double);
});

test.each([
  '<img src=x onerror=alert(1)>',
  "<svg onload='alert(1)'/>",
  "<svg class='a'onload='alert(1)'/>",
  "<svg class='a' onload=alert(1) />",
  "<svg><a href='javascript:alert(1)'/></svg>",
  "<path d='\"' onload='alert(1)'/>",
  '<script>alert(1)</script>',
])('anything else is shown as text: %s', (html) => {
  expect(safeHtml(html)).not.toContain('<');
});
