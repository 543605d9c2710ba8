import { statesOf, type View, viewOf } from './view.ts';

/** The owner's look and texts. */
export function appearanceViews(): View[] {
  const admin = viewOf('admin');
  const states = statesOf('admin');
  const look = '/admin/settings/look';
  const texts = '/admin/settings/texts';
  return [
    admin('admin-look', look),
    admin('admin-look-unreadable', look, async (page) => {
      await page.getByLabel('Main colour', { exact: true }).fill('#ffd400');
      await page.getByText('Texts could not be read with this colour').waitFor();
    }),
    ...states('admin-look', look),
    admin('admin-texts', texts),
    admin('admin-texts-changed', texts, async (page) => {
      await page.getByLabel('Headline', { exact: true }).fill('Home,\nin good hands.');
      await page.getByRole('button', { name: 'Discard Changes' }).waitFor();
    }),
    ...states('admin-texts', texts),
  ];
}
