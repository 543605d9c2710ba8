import * as icons from 'ionicons/icons';
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
  "<svg ONLOAD='alert(1)'/>",
  "<svg viewBox='0 0 1 1' OnLoad='alert(1)'></svg>",
  "<svg><path XLINK:HREF='javascript:alert(1)'/></svg>",
  "<svg data-x='&quot;' d='M0'/>",
  '<svg>words beside a drawing</svg>',
  "<svg><a href='javascript:alert(1)'/></svg>",
  "<path d='\"' onload='alert(1)'/>",
  '<script>alert(1)</script>',
])('anything else is shown as text: %s', (html) => {
  expect(safeHtml(html)).not.toContain('<');
});

test('every icon of ionicons passes', () => {
  for (const icon of Object.values(icons).filter((each) => typeof each === 'string'))
    expect(safeHtml(icon)).toBe(icon);
});

test('a title with words passes', () => {
  const drawing = '<svg viewBox="0 0 1 1"><title>A door, half open</title><path d="M0 0"/></svg>';
  expect(safeHtml(drawing)).toBe(drawing);
});

test('long markup that fails at its end is refused in one pass', () => {
  for (const part of ['a ', ' ', "<g class='a' ", '<title>a a ', "<g a='b'>"])
    expect(safeHtml(`${part.repeat(50_000)}<`)).not.toContain('<');
});
