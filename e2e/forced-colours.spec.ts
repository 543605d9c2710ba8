import type { Locator, Page } from 'playwright/test';
import { front } from './member-bookings.ts';
import { memberPages, teamPages, workerPages } from './pages.ts';
import { openSheet } from './sheets.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { writeEverywhere } from './written.ts';

/** What tells one state of a control from another when its fill and its shade are the system's. */
const look = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, borderTopColor, color, outlineStyle } = getComputedStyle(element);
    return [backgroundColor, borderTopColor, color, outlineStyle].join(', ');
  });

/** The system's colours as this browser has them. */
const system = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = Object.fromEntries(
      ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'GrayText'].map((name) => {
        probe.style.color = name;
        return [name, getComputedStyle(probe).color];
      }),
    );
    probe.remove();
    return colours as Record<'Canvas' | 'CanvasText' | 'Highlight' | 'HighlightText' | 'GrayText', string>;
  });

/** A paint of an element, or of the drawing before it. */
const paint = (of: Locator, property: 'fill' | 'stroke' | 'color' | 'backgroundColor', before = false) =>
  of.evaluate((element, [name, pseudo]) => getComputedStyle(element, pseudo ? '::before' : null)[name], [
    property,
    before,
  ] as const);

/**
 * The marks of a page that are a fill and nothing else, and the arrows of lists to choose from, that forced colours
 * take away. @returns one line per mark
 */
async function vanished(page: Page): Promise<string[]> {
  const marks = () =>
    page.evaluate(() => {
      const found: [string, boolean][] = [];
      const isPainted = (style: CSSStyleDeclaration) => {
        const ground = getComputedStyle(document.body).backgroundColor;
        const isClear = /^rgba\(.*, 0\)$/.test(style.backgroundColor) || style.backgroundColor === ground;
        return !isClear || (style.borderTopWidth !== '0px' && style.borderTopStyle !== 'none');
      };
      for (const element of document.querySelectorAll<HTMLElement>('.ion-page:not(.ion-page-hidden) *')) {
        // Ionic's header has a shadow below it.
        if (!element.checkVisibility() || element.tagName.startsWith('ION-')) continue;
        const at = `${element.tagName.toLowerCase()}.${element.className}`;
        if (element instanceof HTMLSelectElement) {
          const { appearance, backgroundImage } = getComputedStyle(element);
          found.push([at, appearance !== 'none' || backgroundImage !== 'none']);
        }
        for (const pseudo of ['::before', '::after']) {
          const style = getComputedStyle(element, pseudo);
          if (style.content === '""' && style.display !== 'none') found.push([at + pseudo, isPainted(style)]);
        }
        const { width, height } = element.getBoundingClientRect();
        if (
          element.tagName === 'SPAN' &&
          !element.hasChildNodes() &&
          Math.max(width, height) < 24 &&
          width > 0
        )
          found.push([at, isPainted(getComputedStyle(element))]);
      }
      return found;
    });
  await page.emulateMedia({ forcedColors: 'none' });
  const before = await marks();
  await page.emulateMedia({ forcedColors: 'active' });
  const after = new Map(await marks());
  const painted = new Map(before.filter(([, isPainted]) => isPainted));
  return [...painted.keys()].filter((at) => after.get(at) === false);
}

test('no mark that is a fill alone is lost in forced colours @full', async ({ page, server }) => {
  const of = await writeEverywhere(server, 'Amy');
  await signInAs(page, personas.member, '/');
  const lost: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
    lost.push(...(await vanished(page)).map((mark) => `${path}: ${mark}`));
  };
  const memberPaths = [
    ...memberPages,
    `/bookings/${of.scheduled}`,
    `/bookings/${of.longer}`,
    '/profile?tab=preferences',
  ];
  for (const path of memberPaths) await look(path);
  await signInAs(page, personas.admin, '/admin');
  for (const path of [...teamPages, `/admin/bookings/${of.longer}`, `/admin/customers/${of.member}`])
    await look(path);
  await signInAs(page, personas.worker, '/admin/week');
  for (const path of workerPages) await look(path);
  expect(lost).toEqual([]);
});

test('what is chosen, current or used up is seen in forced colours @full', async ({ page, server: _ }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, personas.member, '/bookings');
  const tab = (selected: boolean) => page.getByRole('tab', { selected }).filter({ visible: true }).first();
  expect(await look(tab(true))).not.toBe(await look(tab(false)));
  const current = page.locator('.tab[aria-current="page"]');
  expect(await look(current)).not.toBe(await look(page.locator('.tab:not([aria-current])').first()));

  await page.goto('/');
  const bar = page.locator('.progress').filter({ visible: true }).first();
  const [whole, used] = [await look(bar), await look(bar.locator('span'))];
  expect(used.split('), ')[0]).not.toBe(whole.split('), ')[0]);

  await page.goto('/profile?tab=preferences');
  const switches = page.getByRole('switch').or(page.locator('input.switch')).filter({ visible: true });
  const position = (at: Locator) => at.evaluate((element) => getComputedStyle(element).backgroundColor);
  const on = switches.and(page.locator(':checked, [aria-checked="true"]')).first();
  const wasOn = await position(on);
  const name = await on.getAttribute('id');
  const same = name ? page.locator(`[id="${name}"]`) : on;
  await same.click();
  await expect.poll(() => position(same)).not.toBe(wasOn);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const [on, size] of Object.entries({
    'a phone': { width: 390, height: 844 },
    'a tablet': { width: 1024, height: 1100 },
  })) {
    test(`a member sees hours, steps, stars, days, buttons and the focus in ${colorScheme} forced colours on ${on} @full`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const of = await writeEverywhere(server, 'Amy');
      await signInAs(page, personas.member, '/profile');
      const colours = await system(page);
      const arcs = front(page.locator('.ring')).locator('circle');
      await expect(arcs).toHaveCount(3);
      expect(await Promise.all((await arcs.all()).map((arc) => paint(arc, 'stroke')))).toEqual([
        colours.GrayText,
        colours.CanvasText,
        colours.Highlight,
      ]);
      const buttons = page.locator('.button:not(.plain)').filter({ visible: true });
      for (const button of await buttons.all())
        expect(await button.evaluate((element) => getComputedStyle(element).borderTopWidth)).not.toBe('0px');

      await page.goto('/profile?tab=preferences');
      // The browser of the journeys blocks push messages.
      const blocked = page.locator('button.switch[aria-checked="true"]').filter({ visible: true }).first();
      await expect(page.getByText('Blocked on this device')).toBeVisible();
      expect(await blocked.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain(
        colours.GrayText,
      );

      await page.goto(`/bookings/${of.scheduled}`);
      const steps = front(page.locator('.steps')).locator('li');
      await steps.first().waitFor();
      expect(await paint(steps.first(), 'backgroundColor', true)).toBe(colours.Highlight);
      expect(await paint(steps.last(), 'backgroundColor', true)).not.toBe(colours.Highlight);

      await page.keyboard.press('Tab');
      const focus = await page
        .locator(':focus-visible')
        .last()
        .evaluate((element) => getComputedStyle(element).outline);
      expect(focus).toMatch(/solid [23]px|[23]px solid/);

      await openSheet(page, { path: `/bookings/${of.unrated}`, press: 'Leave Review' });
      const stars = page.locator('.star');
      await stars.nth(3).click();
      await expect(stars).toHaveText(['★', '★', '★', '★', '☆']);

      await openSheet(page, { path: `/bookings/${of.scheduled}`, press: 'Reschedule' });
      await page.getByRole('button', { name: 'Show a month' }).click();
      const day = page.locator('.rdp-day:not(.rdp-disabled, .rdp-outside) button').last();
      const dayName = (await day.getAttribute('aria-label')) ?? '';
      await day.click();
      const chosen = page.getByRole('option', { selected: true });
      await expect(chosen).toHaveAccessibleName(dayName.replace(/, selected$/, ''));
      expect(await paint(chosen, 'backgroundColor')).toBe(colours.Highlight);
      expect(await paint(chosen, 'color')).toBe(colours.HighlightText);
    });

    test(`the team sees charts, the calendar, work and a chosen status in ${colorScheme} forced colours on ${on} @full`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const of = await writeEverywhere(server, 'Amy');
      await signInAs(page, personas.admin, '/admin/report');
      const colours = await system(page);
      const columns = page.locator('.report-columns rect:not(.refunded)');
      await columns.first().waitFor({ state: 'attached' });
      const known: string[] = Object.values(colours);
      for (const rect of await columns.all()) expect(known).toContain(await paint(rect, 'fill'));
      const [ground, bar] = (await page.locator('.report-bar').first().locator('rect').all()) as [
        Locator,
        Locator,
      ];
      expect([await paint(ground, 'fill'), await paint(bar, 'fill')]).toEqual([
        colours.Canvas,
        colours.Highlight,
      ]);
      const dots = page.locator('.report-dot:not(.refunded)');
      const fills = await Promise.all((await dots.all()).map((dot) => paint(dot, 'backgroundColor')));
      // Plans, one-time payments and quotes, in the legend and in the table.
      expect(new Set(fills).size).toBe(3);

      // A phone shows a day alone, whose title says 'Today'.
      await page.goto('/admin/schedule?view=week');
      const today = page.locator('.schedule-day.today strong');
      if (on === 'a tablet') expect(await paint(today, 'backgroundColor')).toBe(colours.Highlight);
      else await expect(page.locator('.schedule-title')).toContainText('Today');

      if (on === 'a tablet') {
        const find = page.getByRole('combobox', { name: 'Find a customer or booking' });
        await find.filter({ visible: true }).fill('Amy');
        await page.keyboard.press('ArrowDown');
        const offer = page.getByRole('option', { selected: true });
        await expect(offer).toHaveCSS('outline', `${colours.Highlight} solid 2px`);
      }

      await page.goto('/admin/live');
      const done = page.locator('.live-row .progress span').first();
      expect(await paint(done, 'backgroundColor')).toBe(colours.Highlight);

      await openSheet(page, { path: `/admin/bookings/${of.scheduled}`, press: 'Update Status' });
      const chosen = page.locator('dialog[open] label:has(> :checked)').first();
      for (const word of await chosen.locator(':scope > :not(input)').all())
        expect(await paint(word, 'color')).toBe(colours.HighlightText);
    });
  }
