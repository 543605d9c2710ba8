import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromium, type Page } from 'playwright';
import { workerReady } from '../e2e/device.ts';
import { startServer } from '../e2e/server.ts';
import { buildIfNeeded } from '../scripts/build/build-if-needed.ts';
import { chromiumArgs, findChromium } from '../scripts/programs/chromium.ts';

/** Lighthouse with a phone's conditions: a slow processor, slow 4G. */
const runs = 5;

interface Target {
  name: string;
  path: string;
  /** Run before each measurement: the pages that the browser has seen already. */
  before: (page: Page) => Promise<void>;
  limits: Limit[];
}

interface Limit {
  what: string;
  unit: '' | 's' | 'ms';
  read: (result: Result) => number;
  /** The least acceptable value, or the most. */
  atLeast?: number;
  atMost?: number;
}

const score = (category: string, atLeast = 100): Limit => ({
  what: category,
  unit: '',
  read: ({ categories }) => Math.round((categories[category]?.score ?? 0) * 100),
  atLeast,
});
const audit = (id: string, what: string, unit: 's' | 'ms', atMost: number): Limit => ({
  what,
  unit,
  read: ({ audits }) => (audits[id]?.numericValue ?? Number.POSITIVE_INFINITY) / (unit === 's' ? 1000 : 1),
  atMost,
});
const lcp = (atMost: number) => audit('largest-contentful-paint', 'LCP', 's', atMost);
const tbt = audit('total-blocking-time', 'TBT', 'ms', 150);
const cls: Limit = {
  what: 'CLS',
  unit: '',
  read: ({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
  atMost: 0.02,
};

const targets: Target[] = [
  {
    name: 'landing, first visit',
    path: '/',
    before: async () => {},
    limits: [
      score('performance', 98),
      lcp(1.4),
      tbt,
      cls,
      score('accessibility'),
      score('best-practices'),
      score('seo'),
    ],
  },
  {
    name: 'catalogue, first visit',
    path: '/services',
    before: async () => {},
    limits: [score('performance', 98), lcp(1.6), tbt, cls, score('accessibility'), score('best-practices'), score('seo')],
  },
  {
    name: 'dashboard, second visit',
    path: '/',
    before: async (page) => {
      await page.goto('/api/login?returnTo=/');
      await page.getByRole('button', { name: 'member@example.com' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await workerReady(page);
    },
    limits: [lcp(1.8), tbt, cls, score('accessibility'), score('best-practices')],
  },
];

/** Prints Lighthouse's results for the pages that people reach first. @returns whether all are acceptable. */
export async function measurePages(): Promise<boolean> {
  buildIfNeeded();
  const server = await startServer();
  let good = true;
  try {
    console.log(`\n${`Lighthouse, mobile, median of ${runs}`.padEnd(40)}   median   wanted   all`);
    for (const { name, path, before, limits } of targets) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run++) results.push(await inspect(server.url, path, before));
      for (const limit of limits) good = report(name, limit, results.map(limit.read)) && good;
      for (const line of failedAudits(results)) console.log(`    ${line}`);
    }
  } finally {
    await server.close();
  }
  return good;
}

function report(name: string, limit: Limit, values: number[]): boolean {
  const { what, unit, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = limit;
  const shown = (value: number) =>
    value.toFixed(unit === 's' || what === 'CLS' ? (unit ? 2 : 3) : 0) + (unit && ` ${unit}`);
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const good = median >= atLeast && median <= atMost;
  const wanted = limit.atLeast === undefined ? `≤ ${shown(atMost)}` : `≥ ${shown(atLeast)}`;
  const all = values.map(shown).join(', ');
  console.log(
    `${`${name}: ${what}`.padEnd(40)} ${shown(median).padStart(8)} ${wanted.padStart(8)}   ${all}${good ? '' : '   too far'}`,
  );
  return good;
}

/** The audits that kept the other three categories below 100. */
function failedAudits(results: Result[]): string[] {
  const lines = results.flatMap(({ audits, categories }) =>
    ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}: ${audits[id]?.title}`),
    ),
  );
  return [...new Set(lines)];
}

/** One run, in a browser profile of its own. */
async function inspect(baseURL: string, path: string, before: Target['before']): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'hearthkeep-lighthouse-'));
  try {
    await visitBefore(baseURL, profile, before);
    return await measure(`${baseURL}${path}`, profile);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function visitBefore(baseURL: string, profile: string, before: Target['before']): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: chromiumArgs,
    baseURL,
  });
  try {
    await before(browser.pages()[0] ?? (await browser.newPage()));
  } finally {
    await browser.close();
  }
}

/** Lighthouse has the browser to itself: another driver would cause work in every page before the run. */
async function measure(address: string, profile: string): Promise<Result> {
  const browser = await launch({
    chromePath: findChromium(),
    userDataDir: profile,
    chromeFlags: [...chromiumArgs, '--headless=new'],
    logLevel: 'silent',
  });
  try {
    const ran = await lighthouse(address, {
      port: browser.port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      // The second visit measures the storage left by the first.
      disableStorageReset: true,
    });
    if (!ran || ran.lhr.runtimeError)
      throw new Error(ran?.lhr.runtimeError?.message ?? 'Lighthouse said nothing');
    return ran.lhr;
  } finally {
    const gone = once(browser.process, 'exit');
    browser.kill();
    await gone;
  }
}
