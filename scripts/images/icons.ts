import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addOutline, calendarOutline, callOutline, chatbubblesOutline } from 'ionicons/icons';
import { chromium } from 'playwright';
import { chromiumArgs, findChromium } from '../programs/chromium.ts';

const icons = fileURLToPath(new URL('../../public/icons', import.meta.url));
const mark = readFileSync(resolve(icons, 'mark.svg'), 'utf8');

/**
 * The icons that each system needs: a maskable icon keeps its drawing in the middle 80 %, a monochrome one is a
 * shape alone.
 */
const wanted = [
  { file: 'icon-192.png', size: 192, background: '#f7f3ec', scale: 1 },
  { file: 'icon-512.png', size: 512, background: '#f7f3ec', scale: 1 },
  { file: 'maskable-512.png', size: 512, background: '#f7f3ec', scale: 0.72 },
  { file: 'monochrome-512.png', size: 512, background: 'transparent', scale: 0.86, monochrome: true },
  { file: 'apple-touch-icon.png', size: 180, background: '#f7f3ec', scale: 0.86 },
];

mkdirSync(icons, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
const page = await browser.newPage();
for (const { file, size, background, scale, monochrome } of wanted) {
  const drawing = monochrome
    ? mark.replace(/<rect[^>]*\/>/, '').replace(/stroke="#\w+"/g, 'stroke="#000"')
    : mark;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;background:${background};display:grid;place-items:center;height:100vh"><div style="width:${size * scale}px">${drawing}</div></body>`,
  );
  writeFileSync(
    resolve(icons, file),
    await page.screenshot({ omitBackground: background === 'transparent' }),
  );
}

/** Icons in the app's own style, pine on a tint: the launcher shows them small beside their words. */
const shortcuts = {
  book: addOutline,
  bookings: calendarOutline,
  messages: chatbubblesOutline,
  call: callOutline,
};
mkdirSync(resolve(icons, 'shortcuts'), { recursive: true });
await page.setViewportSize({ width: 192, height: 192 });
for (const [name, src] of Object.entries(shortcuts)) {
  await page.setContent(
    `<style>svg { width: 96px; fill: #17493c } .ionicon-fill-none { fill: none; stroke: #17493c } .ionicon-stroke-width { stroke-width: 32px }</style>
    <body style="margin:0;background:#e4eee8;display:grid;place-items:center;height:100vh">${src.slice(src.indexOf('<svg'))}</body>`,
  );
  writeFileSync(resolve(icons, 'shortcuts', `${name}.png`), await page.screenshot());
}
await browser.close();
