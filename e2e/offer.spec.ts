import { changeServices } from '../api/testing/builders/offer.ts';
import { aPicture } from '../api/testing/builders/photos.ts';
import { axe } from './axe.ts';
import { openCardForm, openPlanForm } from './booking-forms.ts';
import { layoutFaults } from './layout.ts';
import { askInHouseService } from './questions.ts';
import { fillDetails, fillPlanDetails, submit, toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const tablet = { width: 1180, height: 820 };

test.describe('on a tablet', () => {
  test.use({ viewport: tablet, allowed: [/status of 40[49]/] });

  test('the owner changes a service, its place and its category; customers see it at once', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/offer');
    const garden = page.getByRole('list', { name: 'Services of Outdoor Services' });
    const names = () => garden.locator('.offer-service .offer-name').allTextContents();
    await expect
      .poll(async () => (await names()).slice(0, 3))
      .toEqual(['Lawn mowing', 'Snow shoveling', 'Light landscaping']);
    const faults = [...(await layoutFaults(page)), ...(await axe(page, 'offer'))];

    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Service' });
    await sheet.getByLabel('Price in').fill('0');
    await sheet.getByRole('button', { name: 'Save Service' }).click();
    await expect(sheet.getByLabel('Price in')).toBeFocused();
    await sheet.getByLabel('Price in').fill('112');
    await sheet.getByLabel('Name').fill('Lawn care');
    await sheet.getByLabel('What is included').fill('Edges\nClippings taken away');
    faults.push(...(await axe(page, 'sheet')));

    // Typed text survives the sheet.
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    await expect(sheet.getByLabel('Name')).toHaveValue('Lawn care');
    await sheet.getByRole('button', { name: 'Save Service' }).click();
    await expect(toastOf(page, 'Service saved')).toBeVisible();

    // By keyboard.
    const handle = page.getByRole('button', { name: /^Move Lawn care/ });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(names).toEqual(expect.arrayContaining(['Snow shoveling', 'Lawn care']));
    await expect(handle).toBeFocused();
    await expect(handle).toHaveAccessibleName('Move Lawn care, 2 of 6');

    // By mouse.
    const snow = await page.getByRole('button', { name: /^Move Snow shoveling/ }).boundingBox();
    const leaf = await page.getByRole('button', { name: /^Move Leaf raking/ }).boundingBox();
    if (!snow || !leaf) throw new Error('The handles are not on the page');
    await page.mouse.move(snow.x + 20, snow.y + 20);
    await page.mouse.down();
    await page.mouse.move(leaf.x + 20, leaf.y + 30, { steps: 8 });
    await page.mouse.up();
    await expect
      .poll(async () => (await names()).slice(0, 4))
      .toEqual(['Lawn care', 'Light landscaping', 'Leaf raking', 'Snow shoveling']);

    await page.getByRole('switch', { name: 'Offer Deck staining' }).click();
    await expect(page.getByRole('dialog', { name: /^Take Deck staining off/ })).toContainText(
      '1 open booking',
    );
    await page.getByRole('button', { name: 'Take Off' }).click();
    await expect(page.getByText('24 services on the offer, 1 not offered')).toBeVisible();

    await page.goto('/services');
    const cards = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Outdoor Services' }) });
    await expect(cards.locator('h3')).toHaveText([
      'Lawn care',
      'Light landscaping',
      'Leaf raking',
      'Snow shoveling',
      'Holiday decorating',
    ]);
    await expect(cards.getByRole('button', { name: 'Book Without Subscription - $112' })).toBeVisible();
    expect(faults).toEqual([]);
  });

  test('a customer answers the questions of a service, and the team reads the answers @full', async ({
    page,
  }) => {
    await askInHouseService(page, { label: 'How many square metres?', answeredWith: 'number' });

    await signInAs(page, personas.member, '/services');
    await openPlanForm(page, 'House and bathroom');
    await fillPlanDetails(page);
    await submit(page);
    const metres = page.getByRole('dialog').first().getByLabel('How many square metres?');
    await expect(metres).toBeFocused();
    await metres.fill('137');
    await submit(page);
    await page.waitForURL(/\/bookings\/[^/]+$/);
    await expect(page.getByRole('paragraph').filter({ hasText: 'How many square metres?' })).toContainText(
      '137',
    );
    const id = new URL(page.url()).pathname.split('/').at(-1);

    await signInAs(page, personas.admin, `/admin/bookings/${id}`);
    await expect(page.getByText('How many square metres?').filter({ visible: true })).toBeVisible();
  });

  test('the owner plans a change for a day, sees it wait, and publishes it at once instead @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/offer');
    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Service' });
    await sheet.getByLabel('Price in').fill('110');
    await sheet.getByLabel('Customers see it', { exact: true }).selectOption('On a day');
    await sheet.getByRole('button', { name: 'Publish on That Day' }).click();
    await expect(sheet.getByLabel('From', { exact: true })).toBeFocused();
    const nextYear = new Date().getUTCFullYear() + 1;
    await sheet.getByLabel('From', { exact: true }).fill(`${nextYear}-03-01`);
    await sheet.getByRole('button', { name: 'Publish on That Day' }).click();
    await expect(toastOf(page, 'Planned')).toBeVisible();

    const waiting = page.getByRole('region', { name: 'Not published yet' });
    const row = waiting.getByRole('button', { name: /^Lawn mowing/ });
    await expect(row).toContainText('Price: $110.00');
    await expect(row).toContainText(`1 March ${nextYear}`);
    const faults = [...(await layoutFaults(page)), ...(await axe(page, 'waiting'))];
    await row.click();
    const draft = page.getByRole('dialog', { name: 'Edit Draft' });
    faults.push(...(await axe(page, 'draft')));
    await draft.getByLabel('Customers see it', { exact: true }).selectOption('At once');
    await draft.getByRole('button', { name: 'Publish Now' }).click();
    await expect(toastOf(page, 'Service saved')).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(page.getByRole('button', { name: /^Lawn mowing/ })).toContainText('$110');
    expect(faults).toEqual([]);
  });

  test('the owner publishes a new category and a service in it as one, after a look at what follows @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/offer');
    const later = async (name: string) => {
      const sheet = page.getByRole('dialog', { name });
      await sheet.getByLabel('Customers see it', { exact: true }).selectOption('Not yet: keep a draft');
      await sheet.getByRole('button', { name: 'Keep Draft' }).click();
      await expect(toastOf(page, 'Draft kept').last()).toBeVisible();
      await expect(sheet).toBeHidden();
    };
    await page.getByRole('button', { name: 'New Category' }).click();
    await page
      .getByRole('dialog', { name: 'New Category' })
      .getByLabel('Name', { exact: true })
      .fill('Pools');
    await later('New Category');
    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Service' });
    await sheet.getByLabel('Category').selectOption('Pools');
    await sheet.getByLabel('Price in').fill('110');
    await later('Edit Service');

    const waiting = page.getByRole('region', { name: 'Not published yet' });
    await waiting.getByRole('button', { name: 'Publish Together' }).click();
    const together = page.getByRole('dialog', { name: 'Publish Together' });
    await together.getByRole('checkbox', { name: /^Pools/ }).uncheck();
    await expect(together.getByText('None of them can be published.')).toBeVisible();
    await together.getByRole('checkbox', { name: /^Pools/ }).check();
    await expect(together.getByText('Whoever books from now on is shown the new price first.')).toBeVisible();
    const faults = await axe(page, 'together');
    await together.getByLabel('Customers see them').selectOption('On a day');
    await together.getByLabel('From', { exact: true }).fill(`${new Date().getUTCFullYear() + 1}-03-01`);
    await together.getByRole('button', { name: /^Publish 2 Changes on/ }).click();
    await expect(toastOf(page, 'Planned')).toBeVisible();
    faults.push(...(await layoutFaults(page)), ...(await axe(page, 'planned')));

    await page.getByRole('button', { name: /^Together on .*: change or publish/ }).click();
    await together.getByLabel('Customers see them').selectOption('At once');
    await together.getByRole('button', { name: 'Publish 2 Changes Now' }).click();
    await expect(toastOf(page, 'Published')).toBeVisible();
    await expect(waiting).toBeHidden();
    const pools = page.getByRole('list', { name: 'Services of Pools' });
    await expect(pools.getByRole('button', { name: /^Lawn mowing/ })).toContainText('$110');
    expect(faults).toEqual([]);
  });

  test('a service shows the picture that its owner uploads, in the sheet and to a visitor @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/offer');
    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Service' });
    const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
      sheet.getByLabel('Picture of the service').setInputFiles(file);
    await choose({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(sheet.getByRole('alert')).toContainText('cannot read that file');
    const buffer = Buffer.from(await aPicture({ width: 80, height: 60 }));
    await choose({ name: 'lawn.jpg', mimeType: 'image/jpeg', buffer });
    await expect(sheet.getByAltText('The uploaded one')).toBeVisible();
    await sheet.getByRole('button', { name: 'Save Service' }).click();
    await expect(toastOf(page, 'Service saved')).toBeVisible();
    await page.goto('/services');
    const picture = page.getByRole('region', { name: 'Lawn mowing' }).locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('of two owners the later sees the change of the earlier and decides @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/offer');
    await page.getByRole('button', { name: /^Lawn mowing/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Service' });
    await sheet.getByLabel('Price in').fill('110');
    await server.rows((db) => changeServices(db, { price_cents: 12_000, version: 2 }, 'lawn-mowing'));
    await sheet.getByRole('button', { name: 'Save Service' }).click();
    await expect(sheet.getByRole('alert')).toContainText('Price: $120.00');
    await expect(sheet.getByLabel('Price in')).toHaveValue('110');
    await sheet.getByRole('button', { name: 'Save Service' }).click();
    await expect(toastOf(page, 'Service saved')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Lawn mowing/ })).toContainText('$110');
  });

  test('a customer is shown a new price before they pay it, and told of a retired service @full', async ({
    page,
    server,
  }) => {
    const change = (to: { price_cents: number } | { active: number }) =>
      server.rows((db) => changeServices(db, { ...to, version: 2 }, 'house-and-bathroom-cleaning'));
    await signInAs(page, personas.newcomer, '/services');
    await openCardForm(page);
    await fillDetails(page);
    await change({ price_cents: 20_900 });
    await submit(page);
    const sheet = page.getByRole('dialog').first();
    await expect(sheet.getByRole('alert')).toContainText('The price of this service has changed');
    await expect(sheet.getByText('$209 one-time')).toBeVisible();
    await submit(page);
    await expect(sheet).toContainText('You pay $209 once, by card');
    await sheet.getByRole('button', { name: 'Change the details' }).click();
    await change({ active: 0 });
    await sheet.getByLabel('Notes').fill('Mind the cat');
    await submit(page);
    await expect(sheet.getByRole('alert')).toHaveText(
      'This service is no longer offered. What you typed is kept.',
    );
    await expect(toastOf(page, 'Payment Setup Failed', 'destructive')).toContainText(
      'This service is no longer offered',
    );
  });
});
