import { byOffset, byTemporal } from '../app/lib/time/wall-clock.ts';
import { expect, test } from './test.ts';

test('the clocks of the browser and of our library agree, through every change of two years @full', async ({
  page,
}) => {
  await page.goto('/');
  const zones = ['Australia/Sydney', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/New_York', 'UTC'];
  const from = Date.UTC(2026, 0, 1);
  const instants = Array.from({ length: 4 * 730 }, (_, n) => from + n * 6 * 3600_000 + n * 60_000);
  for (const zone of zones) {
    const shown = await page.evaluate(
      ([code, all, where]) => {
        const clock: typeof byTemporal = Function(`return ${code}`)();
        return all.map((ms) => clock(ms, where));
      },
      [byTemporal.toString(), instants, zone] as const,
    );
    expect(shown, zone).toEqual(instants.map((ms) => byOffset(ms, zone)));
  }
});
