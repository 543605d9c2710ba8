import type { Page } from 'playwright';
import { onAndroid, onApple } from '../install-devices.ts';
import type { View } from './view.ts';

const showHow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show me how' }).filter({ visible: true }).click();
  await page.getByRole('heading', { name: 'Choose Add to Home Screen' }).waitFor();
};

/** Installing the app: the invitation, the steps by hand, and the permanent entry; and a newer app. */
export function installViews(): View[] {
  const booked = (name: string, before: View['before'], act: View['act']): View => ({
    name,
    path: '/bookings',
    as: 'member',
    alone: true,
    ...(before && { before }),
    ...(act && { act }),
  });
  const invited = (page: Page) =>
    page.getByText('Keep Hearthkeep at hand').filter({ visible: true }).waitFor();
  return [
    booked('install-invitation', (page) => onAndroid(page), invited),
    booked('install-invitation-iphone', onApple('iphone'), invited),
    booked('install-iphone', onApple('iphone'), showHow),
    booked('install-ipad', onApple('ipad'), showHow),
    {
      name: 'install-profile',
      path: '/profile',
      as: 'member',
      alone: true,
      before: (page) => onAndroid(page),
      act: (page) => page.getByRole('button', { name: 'Install the app' }).scrollIntoViewIfNeeded(),
    },
    { name: 'install-update', path: '/bookings', as: 'member', alone: true, act: withNewerApp },
  ];
}

/** A worker from another address stands for a newer one. */
async function withNewerApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await navigator.serviceWorker.register('/sw.js?newer');
  });
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
}
