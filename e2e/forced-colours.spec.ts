import type { Locator } from 'playwright/test';
import { expect, personas, signInAs, test } from './test.ts';

/** What tells one state of a control from another when its fill and its shade are the system's. */
const look = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, borderTopColor, color, outlineStyle } = getComputedStyle(element);
    return [backgroundColor, borderTopColor, color, outlineStyle].join(', ');
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
