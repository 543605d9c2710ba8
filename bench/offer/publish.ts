import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext } from 'playwright';
import type { Answer } from '../../api/contract/calls/calls.ts';

const rounds = 5;
const plans = 8;
/** Drafts that are published as one: as many as can be. */
const together = 100;
const mostMs = 2_000;

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Prints the time of each kind of publication until visitors see it. @returns whether all are short enough */
export async function measurePublications(browser: Browser, url: string): Promise<boolean> {
  const context = await browser.newContext({ baseURL: url });
  try {
    const call = await owner(context, url);
    await planEight(call);
    let good = true;
    for (const [what, publish] of Object.entries(publications(call))) {
      const times: { answer: number; seen: number }[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timed(url, await publish(round)));
      const [answer, seen] = [longest(times.map((one) => one.answer)), longest(times.map((one) => one.seen))];
      const isQuick = answer <= mostMs && seen <= mostMs;
      good &&= isQuick;
      console.log(
        `${what.padEnd(56)} answered in ${answer.toFixed(0)} ms, seen in ${seen.toFixed(0)} ms   ≤ ${mostMs}${isQuick ? '' : '   too slow'}`,
      );
    }
    return good;
  } finally {
    await context.close();
  }
}

const longest = (times: readonly number[]): number => Math.max(...times);

/** A publication that is ready, and what a visitor's page then shows. */
interface Ready {
  publish: () => Promise<unknown>;
  path: string;
  shows: string;
}

async function timed(
  url: string,
  { publish, path, shows }: Ready,
): Promise<{ answer: number; seen: number }> {
  const began = performance.now();
  await publish();
  const answer = performance.now() - began;
  while (!(await (await fetch(url + path)).text()).includes(shows))
    if (performance.now() - began > 60_000) throw new Error(`${path} does not show ${shows}`);
  return { answer, seen: performance.now() - began };
}

async function owner(context: BrowserContext, url: string): Promise<Call> {
  const page = await context.newPage();
  await page.goto('/api/login?returnTo=/admin/settings');
  await page.getByRole('button', { name: 'admin@example.com' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await page.close();
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api/admin/${path}`, {
      method,
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

const readBook = (call: Call) => call<Answer<'readPlanBook'>>('GET', 'plans');

async function draft(call: Call, id: string, name: string, priceCents: number): Promise<number> {
  const now = (await readBook(call)).plans.find((one) => one.id === id);
  const terms = {
    ...{ name, priceCents, minutes: 900, concierge: 'Home Line', features: ['All of it'] },
    ...{ noticeHours: 0, horizonDays: null, sameDay: true, priority: false },
  };
  const book = await call<Answer<'readPlanBook'>>('PUT', `plans/${id}`, {
    ...terms,
    revision: now?.revision ?? null,
  });
  return book.plans.find((one) => one.id === id)?.revision ?? 0;
}

const publishPlan = (call: Call, id: string, revision: number) =>
  call('POST', `plans/${id}/publish`, {
    ...{ key: randomUUID().replaceAll('-', '').slice(0, 12), revision, at: null, running: 'keep' },
  });

/** Publishes plans until there are as many as can be. */
async function planEight(call: Call): Promise<void> {
  for (let n = (await readBook(call)).plans.length; n < plans; n += 1)
    await publishPlan(call, `plan-${n}`, await draft(call, `plan-${n}`, `Plan ${n}`, 50_000 + n * 10_000));
}

/** Each kind of publication, made ready for a round. */
function publications(call: Call): Record<string, (round: number) => Promise<Ready>> {
  const readOffer = () => call<Answer<'readOffer'>>('GET', 'offer');
  const services = async () => (await readOffer()).categories.flatMap((one) => one.services);
  return {
    'a service of 500, at once': async (round) => {
      const one = (await services()).at(-1 - round);
      if (!one) throw new Error('no service');
      const name = `Published ${round} ${randomUUID()}`;
      const body = { ...one, name };
      return { publish: () => call('PUT', `offer/services/${one.id}`, body), path: '/services', shows: name };
    },
    [`${together} services as one`]: async (round) => {
      const name = `Together ${round} ${randomUUID()}`;
      const chosen = (await services()).slice(20, 20 + together);
      for (const [n, one] of chosen.entries())
        await call('PUT', `offer/services/${one.id}/draft`, {
          ...one,
          ...{ name: `${name} ${n}`, publishOn: null, draft: null },
        });
      const { drafts = [] } = await readOffer();
      const body = {
        ...{ key: randomUUID(), publishOn: null },
        drafts: drafts.map((one) => ({
          ...{ id: one.serviceId, draft: one.version },
          version: chosen.find(({ id }) => id === one.serviceId)?.version ?? null,
        })),
      };
      return { publish: () => call('POST', 'offer/publications', body), path: '/services', shows: name };
    },
    'a new version of one of eight plans': async (round) => {
      const name = `Plan of round ${round}`;
      const revision = await draft(call, 'plan-7', name, 130_000 + round * 1_000);
      return { publish: () => publishPlan(call, 'plan-7', revision), path: '/', shows: name };
    },
    'the name of the business': async (round) => {
      const { version } = await call<Answer<'readBusinessSettings'>>('GET', 'business');
      const name = `Harbour House ${round}`;
      return { publish: () => call('PATCH', 'business', { version, name }), path: '/services', shows: name };
    },
    'the colours': async (round) => {
      const { version } = await call<Answer<'readLookSettings'>>('GET', 'look');
      const primary = `#1d4ed${round}`;
      return {
        publish: () => call('PATCH', 'look', { version, primary }),
        path: '/services',
        shows: primary,
      };
    },
    'a text of the landing page': async (round) => {
      const { version } = await call<Answer<'readTextSettings'>>('GET', 'texts');
      const headline = `Home in round ${round}`;
      const body = { version, texts: { headline } };
      return { publish: () => call('PATCH', 'texts', body), path: '/', shows: headline };
    },
  };
}
