import type { Page } from 'playwright';
import type { View } from './view.ts';

/** A browser without a window shows no notifications, so its permission is imitated. */
const asIf =
  (permission: 'default' | 'denied') =>
  async (page: Page): Promise<void> => {
    await page.addInitScript((value) => {
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => value });
    }, permission);
  };

/** An iPhone's browser without an installed app. */
async function onIphone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'standalone', { configurable: true, get: () => false });
  });
}

/** A browser that can show no notifications, such as one within another app. */
async function inNoBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
}

/** Notifications: a member's view on each kind of device, and the offer after a booking. */
export function pushViews(): View[] {
  const preferences = (name: string, before: View['before'], text: string): View => ({
    name: `profile-push-${name}`,
    path: '/profile?tab=preferences',
    as: 'member',
    alone: true,
    ...(before && { before }),
    act: (page) => page.getByText(text).scrollIntoViewIfNeeded(),
  });
  return [
    preferences('off', asIf('default'), 'Off for this device'),
    preferences('blocked', asIf('denied'), 'Blocked on this device'),
    preferences('unsupported', inNoBrowser, 'Not in this browser'),
    preferences('iphone', onIphone, 'In the installed app'),
    {
      name: 'bookings-push-offer',
      path: '/bookings',
      as: 'member',
      alone: true,
      before: async (page) => {
        await asIf('default')(page);
        await page.addInitScript(() => localStorage.setItem('hearthkeep-push-offer', 'due'));
      },
      act: (page) => page.getByText('Know when it is scheduled').filter({ visible: true }).waitFor(),
    },
  ];
}
