import type { BrowserContext } from 'playwright/test';
import { businessZone } from '../scripts/test/business-zone.ts';

/**
 * `npm run test:dates` sets the machine's date ahead for all Node processes. Browsers cannot run under that: they
 * get another environment, and their pages shift their own clock by the same time.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'TZ'] as const;

/** The zone of people's devices: the business's own, or that of the machine in `npm run test:dates`. */
export const deviceZone = process.env.DEVICE_ZONE ?? businessZone;

/** The variables that give a server's process the machine's date. */
export const clockEnv: Record<string, string> = Object.fromEntries(
  names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/** The browser's environment, with the real clock. */
export const browserEnv: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[0] !== 'LD_PRELOAD' && !entry[0].startsWith('FAKETIME'),
  ),
);

/**
 * Sets the clock of a page or a worker ahead; runs there. `Date` keeps its prototype, whose methods TZDate replaces by
 * name, and a `now` that a test may replace.
 */
function setAhead(ahead: number): void {
  const Real = Date;
  const realNow = Real.now;
  const now = () => realNow() + ahead;
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, newTarget) =>
      Reflect.construct(Real, given.length > 0 ? given : [now()], newTarget),
    apply: () => new Real(now()).toString(),
  });
}

/**
 * Lets classes extend the `Date` of Playwright's clock, whose constructor returns a plain date to them. Without this,
 * the picker would show the dates of the device's zone, not the property's. Runs in a page.
 */
function allowSubclasses(): void {
  const Clock = Date;
  const allowing: DateConstructor = new Proxy(Clock, {
    construct(_, given: [], newTarget): Date {
      const date = new Clock(...given);
      return newTarget === allowing ? date : Object.setPrototypeOf(date, newTarget.prototype);
    },
  });
  globalThis.Date = allowing;
}

/** Makes the pages of a browser show the machine's date, also under Playwright's clock. */
export async function setClock(context: BrowserContext): Promise<void> {
  if (aheadMs !== 0) await context.addInitScript(setAhead, aheadMs);
  const install = context.clock.install.bind(context.clock);
  context.clock.install = async (...given) => {
    await install(...given);
    await context.addInitScript(allowSubclasses);
    await Promise.all(context.pages().map((page) => page.evaluate(allowSubclasses)));
  };
}

/** A prefix for a service worker's script, which no test can add to in a browser; empty at the present date. */
export const workerClock = aheadMs === 0 ? '' : `(${setAhead})(${aheadMs});\n`;
