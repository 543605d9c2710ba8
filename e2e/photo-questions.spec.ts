import { axe } from './axe.ts';
import { dialog, openPlanForm } from './booking-forms.ts';
import { networkAway } from './guard.ts';
import { photoFile } from './photos.ts';
import { askInHouseService } from './questions.ts';
import { fillPlanDetails, submit } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ allowed: networkAway, worker: true });

test('a customer answers a question with a photo that waited for the network, and the team sees it @full', async ({
  page,
}) => {
  await askInHouseService(page, { label: 'How does the bathroom look?', answeredWith: 'photo' });

  await signInAs(page, personas.member, '/services');
  await openPlanForm(page, 'House and bathroom');
  await fillPlanDetails(page);
  const question = dialog(page).getByRole('group', { name: 'How does the bathroom look?' });
  await submit(page);
  await expect(question).toContainText('Please answer this');
  await page.context().setOffline(true);
  await expect(question).toContainText('A photo needs the network.');
  await question.getByLabel('How does the bathroom look?').setInputFiles(await photoFile('bath', 640, 480));
  await expect(question).toContainText('The photo goes to us when the network is back.');
  await submit(page);
  await expect(question).toContainText('This photo has not arrived yet.');
  await page.context().setOffline(false);
  await expect(question.getByRole('img')).not.toHaveClass(/on-its-way/);

  // After a reload, the form has the photo from the server.
  await page.reload();
  await openPlanForm(page, 'House and bathroom');
  const picture = question.getByRole('img');
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  const faults = await axe(page, 'photo question');
  await submit(page);
  await page.waitForURL(/\/bookings\/[^/]+$/);
  const photo = page.getByRole('button', { name: 'Photo, How does the bathroom look?' });
  await expect(photo).toBeVisible();
  faults.push(...(await axe(page, 'booking')));
  const id = new URL(page.url()).pathname.split('/').at(-1);

  await signInAs(page, personas.admin, `/admin/bookings/${id}`);
  await photo.click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  expect(faults).toEqual([]);
});
