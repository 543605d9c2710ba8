import { AxeBuilder } from '@axe-core/playwright';
import { expect, personas, signInAs, test } from './test.ts';

const visitorPages = ['/', '/signin', '/services', '/nowhere'];
const memberPages = ['/', '/services', '/bookings', '/billing', '/profile', '/subscribe'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, allowed: [/status of 404/] });

    test('axe finds nothing on what a visitor sees', async ({ page }) => {
      for (const path of visitorPages) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map((v) => `${path}: ${v.id} ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual(
          [],
        );
      }
    });

    test('axe finds nothing on what a member sees', async ({ page, server }) => {
      await signInAs(page, personas.member);
      const booking = await server.rows((db) =>
        db.selectFrom('bookings').select('id').executeTakeFirstOrThrow(),
      );
      for (const path of [...memberPages, `/bookings/${booking.id}`]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map((v) => `${path}: ${v.id} ${v.nodes.map((n) => n.target).join(' ')}`)).toEqual(
          [],
        );
      }
    });
  });
}
