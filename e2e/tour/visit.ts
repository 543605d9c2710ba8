import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { businessZone } from '../../scripts/test/business-zone.ts';
import { createGuard, networkAway } from '../guard.ts';
import { enlargeText } from '../layout.ts';
import { signInAs } from '../test.ts';
import type { Persona, View } from './view.ts';

/** A device on which the product is shown. */
export interface Screen {
  name: string;
  options: BrowserContextOptions;
  /** The size of text in the browser's settings, in per cent of the usual one. */
  textPercent?: number;
}

export interface Visit {
  view: View;
  page: Page;
  /** Unexpected lines and requests of the browser since the last visit. */
  complaints: string[];
}

/** The page's own reads; those of the shell stay, because without them there would be no page. */
const pageReads = /\/api\/(?!auth\/user|config)/;

/** Opens every view on one screen, each persona in a separate browser, and passes it to `look`. */
export async function visitAll(
  browser: Browser,
  url: string,
  screen: Screen,
  views: View[],
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  for (const as of ['visitor', 'member', 'newcomer', 'guest', 'admin'] as const) {
    const isPhone = (screen.options.viewport?.width ?? 0) < 7.68 * (screen.textPercent ?? 100);
    const shownViews = views.filter((view) => view.as === as && (isPhone || !view.phoneOnly));
    if (!shownViews.length) continue;
    const settled = await visitor(browser, url, screen, as);
    const signedIn = await settled.context.storageState();
    for (const view of shownViews) {
      // Content that must be loading or failing must not be stored from an earlier visit.
      const fresh = view.alone || view.state === 'loading' || view.state === 'error';
      const on = fresh ? await visitor(browser, url, screen, null, signedIn) : settled;
      const stopped = await open(on.page, view).then(
        () => [],
        (error: Error) => [`was not reached: ${error.message.split('\n').slice(0, 4).join(' ')}`],
      );
      await look({ view, page: on.page, complaints: [...stopped, ...on.guard.complaints().splice(0)] });
      if (fresh) await on.context.close();
      else await leave(on, view);
    }
    await settled.context.close();
  }
}

async function visitor(
  browser: Browser,
  url: string,
  screen: Screen,
  as: Persona | null,
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = await browser.newContext({
    ...screen.options,
    ...(storageState && { storageState }),
    baseURL: url,
    locale: 'en-AU',
    timezoneId: businessZone,
    reducedMotion: 'reduce',
  });
  const guard = createGuard();
  guard.allow(...networkAway, /status of (401|402|404|409|415|500|503)/, /^answer 50[03]/);
  guard.watch(context);
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  if (screen.textPercent) await enlargeText(page, screen.textPercent);
  if (as && as !== 'visitor') await signInAs(page, `${as}@example.com`, '/');
  return { context, page, guard };
}

async function open(page: Page, view: View): Promise<void> {
  if (view.state === 'loading') await page.route(pageReads, () => {});
  if (view.state === 'error')
    await page.route(pageReads, (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Something went wrong on our side', requestId: 'tour' },
      }),
    );
  await view.before?.(page);
  await page.goto(view.path, { waitUntil: view.state === 'loading' || view.before ? 'load' : 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (view.state === 'offline') await page.context().setOffline(true);
  await view.act?.(page);
}

async function leave({ page, context }: { page: Page; context: BrowserContext }, view: View): Promise<void> {
  if (view.state === 'offline') await context.setOffline(false);
  await page.goto('about:blank');
}
