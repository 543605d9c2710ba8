import type { Page } from 'playwright';
import { devices } from 'playwright';
import type { View } from './view.ts';

/** A browser that offers to install the app, after a booking in it unless told otherwise. */
export async function onAndroid(page: Page, booked = true): Promise<void> {
  await page.addInitScript((due) => {
    if (due) localStorage.setItem('hearthkeep-install', 'due');
    addEventListener('load', () => {
      const prompt = async () => {
        document.documentElement.dataset.asked = 'yes';
        return { outcome: 'accepted' };
      };
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
  }, booked);
}

/** The browser of an iPhone or iPad without an installed app, after a booking in it. */
export const onApple =
  (device: 'iphone' | 'ipad', standalone = false) =>
  async (page: Page): Promise<void> => {
    const userAgent =
      device === 'iphone' ? devices['iPhone 15'].userAgent : devices['Desktop Safari'].userAgent;
    await page.addInitScript(
      (as) => {
        localStorage.setItem('hearthkeep-install', 'due');
        Reflect.deleteProperty(window, 'PushManager');
        for (const [name, value] of Object.entries(as))
          Object.defineProperty(navigator, name, { configurable: true, get: () => value });
      },
      { userAgent, standalone, maxTouchPoints: 5 },
    );
  };

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
