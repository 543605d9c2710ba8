import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, personas, signInAs, test } from './test.ts';

const visitorPages = ['/', '/signin', '/services', '/nowhere'];
const memberPages = ['/', '/services', '/bookings', '/billing', '/profile', '/subscribe'];

/** Opens each page and says what axe finds on it. */
async function findings(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations)
      found.push(`${path}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }
  return found;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, allowed: [/status of 404/] });

    test('axe finds nothing on what a visitor sees', async ({ page }) => {
      expect(await findings(page, visitorPages)).toEqual([]);
    });

    test('axe finds nothing on what a member sees', async ({ page, server }) => {
      await signInAs(page, personas.member);
      const { id } = await server.rows((db) =>
        db
          .selectFrom('bookings as b')
          .innerJoin('users as u', 'u.id', 'b.user_id')
          .select('b.id')
          .where('u.email', '=', personas.member)
          .executeTakeFirstOrThrow(),
      );
      expect(await findings(page, [...memberPages, `/bookings/${id}`])).toEqual([]);
    });
  });
}
