import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, devices, type Page } from 'playwright';
import { buildIfNeeded } from '../../scripts/build/build-if-needed.ts';
import { chromiumArgs, findChromium } from '../../scripts/programs/chromium.ts';
import { axeFaults } from '../axe.ts';
import { layoutFaults } from '../layout.ts';
import { startServer } from '../server.ts';
import type { View } from './view.ts';
import { allViews } from './views.ts';
import { type Screen, type Visit, visitAll } from './visit.ts';

/**
 * `npm run tour`: a picture of every screen in every designed state, as each persona, on a phone (of both systems),
 * a tablet (also in landscape) and a desktop, light and dark, into `tour/` with one contact sheet; then everything
 * again at 320 px and with text of 200 %. Faults found by axe, the console or the layout are printed, and end it
 * with 1.
 * `npm run tour -- home booking`: only the views whose names begin so.
 * `npm run tour -- --on=tablet`: only the screens whose names begin so.
 * `npm run tour -- --manifest`: the pictures in the manifest and the README, into `public/screenshots/`.
 */
const args = process.argv.slice(2);
const only = args.filter((arg) => !arg.startsWith('--'));
const onScreens = args.find((arg) => arg.startsWith('--on='))?.slice('--on='.length) ?? '';
const folder = 'tour';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const ios = { ...phone, userAgent: devices['iPhone 15'].userAgent };
const android = { ...phone, userAgent: devices['Pixel 7'].userAgent };
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const turned = { ...tablet, viewport: { width: 1180, height: 820 } };
const desk = { viewport: { width: 1440, height: 900 } };
const narrow = { ...android, viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 };

const inBoth = (name: string, options: BrowserContextOptions): Screen[] =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${name}-${colorScheme}`,
    options: { ...options, colorScheme },
  }));
const pictured = [
  ...inBoth('phone-ios', ios),
  ...inBoth('phone-android', android),
  ...inBoth('tablet', tablet),
  ...inBoth('tablet-turned', turned),
  ...inBoth('desk', desk),
];
const stressed: Screen[] = [
  { name: '320-px', options: narrow },
  { name: 'text-200', options: { ...ios, deviceScaleFactor: 1 }, textPercent: 200 },
  { name: 'tablet-text-200', options: tablet, textPercent: 200 },
];

buildIfNeeded();
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  const views = (await allViews(server)).filter(
    ({ name }) => !only.length || only.some((part) => name.startsWith(part)),
  );
  if (args.includes('--manifest')) await picturesForManifest(views);
  else process.exitCode = (await pictureOfEverything(views)) ? 1 : 0;
} finally {
  await browser.close();
  await server.close();
}

/** @returns the number of faults. */
async function pictureOfEverything(views: View[]): Promise<number> {
  let faults = 0;
  const pictures: string[] = [];
  await rm(folder, { recursive: true, force: true });
  const walk = (screen: Screen) =>
    visitAll(browser, server.url, screen, views, async (visit) => {
      const where = `${screen.name}/${visit.view.as}-${visit.view.name}`;
      const found = await faultsOf(visit, screen);
      for (const fault of found) console.log(`${where}: ${fault}`);
      faults += found.length;
      const file = join(folder, `${where}.png`);
      await mkdir(dirname(file), { recursive: true });
      await photograph(visit.page, file, screen);
      pictures.push(file);
    });
  const screens = [...pictured, ...stressed].filter(({ name }) => name.startsWith(onScreens));
  const lane = async () => {
    for (let screen = screens.shift(); screen; screen = screens.shift()) await walk(screen);
  };
  await Promise.all([lane(), lane()]);
  await contactSheet(browser, pictures.toSorted());
  console.log(`${pictures.length} pictures in ${folder}/, ${faults} faults`);
  return faults;
}

async function faultsOf({ page, complaints }: Visit, screen: Screen): Promise<string[]> {
  const layout = await layoutFaults(page);
  // Sizes change neither names nor colours, so axe need not check twice.
  if (stressed.includes(screen)) return [...complaints, ...layout];
  return [...complaints, ...layout, ...(await axeFaults(page))];
}

/** The whole page, not only its first screen: scrolling parts get room. */
async function photograph(page: Page, path: string, { options: { viewport } }: Screen): Promise<void> {
  // The placeholder of a drawing that is still loading.
  await page.locator('div.drawing').first().waitFor({ state: 'detached' });
  const dialog = await page.locator('dialog[open]').count();
  const more = dialog
    ? 0
    : await page.evaluate(async () => {
        const content = [...document.querySelectorAll('.ion-page:not(.ion-page-hidden) ion-content')].at(-1);
        const scroller = await (
          content as { getScrollElement?(): Promise<Element> } | undefined
        )?.getScrollElement?.();
        return scroller ? scroller.scrollHeight - scroller.clientHeight : 0;
      });
  if (more > 0 && viewport)
    await page.setViewportSize({ ...viewport, height: Math.min(viewport.height + more, 6000) });
  await page.screenshot({ path, fullPage: !dialog });
  if (more > 0 && viewport) await page.setViewportSize(viewport);
}

/** All pictures on one page, and a picture of that page. */
async function contactSheet(on: Browser, pictures: string[]): Promise<void> {
  const figures = pictures.map((file) => {
    const name = relative(folder, file);
    return `<figure><a href="${name}"><img src="${name}" loading="eager"></a><figcaption>${name}</figcaption></figure>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><title>Tour</title><style>
    body { margin: 12px; display: flex; flex-wrap: wrap; gap: 10px; background: #777; font: 9px sans-serif; color: #fff }
    figure { margin: 0; width: 150px } img { width: 150px; max-height: 420px; object-fit: cover; object-position: top }
    </style>${figures.join('')}`;
  const file = join(folder, 'contact-sheet.html');
  await writeFile(file, html);
  const page = await on.newPage({ viewport: { width: 2600, height: 1000 } });
  await page.goto(`file://${join(process.cwd(), file)}`);
  await page.screenshot({
    path: join(folder, 'contact-sheet.jpg'),
    type: 'jpeg',
    quality: 70,
    fullPage: true,
  });
  await page.close();
}

async function picturesForManifest(views: View[]): Promise<void> {
  const shown: [string, BrowserContextOptions, string[]][] = [
    ['narrow', phone, ['home', 'booking-in-progress']],
    ['wide', { viewport: { width: 1180, height: 820 } }, ['home', 'services']],
  ];
  for (const [prefix, options, names] of shown) {
    const some = views.filter(({ as, name }) => as === 'member' && names.includes(name));
    const screen = { name: prefix, options: { ...options, colorScheme: 'light' as const } };
    await visitAll(browser, server.url, screen, some, async ({ view, page }) => {
      const name = view.name.split('-')[0];
      await page.screenshot({ path: join('public', 'screenshots', `${prefix}-${name}.png`) });
    });
  }
}
