import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lookOf } from '../../features/records/appearance/appearance.rows.ts';
import { fillApp } from './app-page.ts';

const html = readFileSync('app/index.html', 'utf8');

test('the product’s own look leaves the page as it was built', () => {
  const look = lookOf(undefined);
  expect(fillApp(html, { name: 'Hearthkeep', currency: '__CURRENCY__', look })).toBe(html);
});

test('the page has the name as text, and the colours and icons of the look', () => {
  const content = JSON.stringify({ primary: '#1d4ed8' });
  const look = lookOf({ version: 1, content });
  const page = fillApp(html, { name: 'Tran & <b>', currency: 'eur', look });
  expect(page).toContain('<title>Tran &amp; &lt;b&gt;</title>');
  expect(page).toContain('name="apple-mobile-web-app-title" content="Tran &amp; &lt;b&gt;"');
  expect(page).toContain('<noscript>Tran &amp; &lt;b&gt; needs JavaScript');
  expect(page).toContain(`<link id="brand" rel="stylesheet" href="/brand.css?look=${look.hash}">`);
  expect(page).toContain(`content="${look.paper.light}" media="(prefers-color-scheme: light)"`);
  expect(page).toContain(`content="${look.paper.dark}" media="(prefers-color-scheme: dark)"`);
  expect(page).toContain(`/icons/mark.svg?look=${look.hash}`);
  expect(page).toContain(`/icons/apple-touch-icon.png?look=${look.hash}`);
  expect(page).toContain('content="eur"');
  expect(page).not.toContain('Hearthkeep');
  const marked = lookOf({ version: 1, content: JSON.stringify({ mark: 'a'.repeat(22) }) });
  expect(fillApp(html, { name: 'A', currency: 'eur', look: marked })).toContain(
    `rel="icon" href="/icons/icon-192.png?look=${marked.hash}"`,
  );
});
