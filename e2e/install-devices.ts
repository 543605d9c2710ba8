import { devices, type Page } from 'playwright';

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
