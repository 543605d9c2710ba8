import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { openLiveChat, write } from './chat.ts';
import { enlargeText, layoutFaults, turnedTexts } from './layout.ts';
import { publishEverywhere } from './owner-texts.ts';
import { memberPages, teamPages, workerPages } from './pages.ts';
import type { RunningServer } from './server.ts';
import { type Opened, openSheet, sheetsOf } from './sheets.ts';
import { shiftFaults, watchShift } from './shift.ts';
import { onTheWay } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { nameEverybody, type Written, writeEverywhere } from './written.ts';

test('the measurement finds sideways scrolling, and text that is cut off, broken, off the screen or covered @full', async ({
  page,
}) => {
  // Absolutely placed parts are far below the lines, whose height depends on the machine's fonts.
  await page.setContent(`<body style="margin:0">
    <p style="width:300vw">wide</p>
    <p style="width:40px;overflow:hidden;white-space:nowrap">much too long for its box</p>
    <p style="position:absolute;top:900px">under</p><p style="position:absolute;top:902px">above</p>
    <p style="position:absolute;top:1000px">alone</p>
    <p style="width:40px;border-radius:9px;white-space:nowrap">leaves its card</p>
    <p style="width:40px;overflow-wrap:anywhere">unhyphenated on a well-known@example.com</p>
    <p style="position:absolute;top:1100px;left:-20px;white-space:nowrap">beside</p>
    <p style="position:absolute;top:1400px;width:1ch;overflow-wrap:anywhere">Constantinople</p>
    <select style="position:absolute;top:1200px;left:-20px;width:200px"></select>`);
  const faults = (await layoutFaults(page)).join('\n');
  expect(faults).toMatch(/scrolls sideways by \d+ px/);
  expect(faults).toMatch(/“much too long for its box” is cut off/);
  expect(faults).toMatch(/“leaves its card” sticks out/);
  expect(faults).toMatch(/“under” lies over “above”/);
  expect(faults).toMatch(/“unhyphenated” is broken/);
  expect(faults).not.toMatch(/(on|a|known\S+)” is broken/);
  expect(faults).toMatch(/“beside” stands beside the screen/);
  expect(faults).toMatch(/“Constantinople” stands letter by letter/);
  expect(faults).toMatch(/^select stands beside the screen$/m);
  expect(faults).not.toMatch(/alone/);
});

const visitorPages = ['/', '/services', '/signin', '/signin?error=expired', '/admin'];

/** A scheduled booking of the member, with its service and its owner. */
const scheduled = (server: RunningServer) =>
  server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['b.id', 'b.service_id', 'b.user_id'])
      .where('u.email', '=', personas.member)
      .where('b.status', '=', 'scheduled')
      .executeTakeFirstOrThrow(),
  );

/** Opens a page, waits until it has loaded, and names the faults of its layout. */
async function faultsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
  return (await layoutFaults(page)).map((fault) => `${path}: ${fault}`);
}

const places = {
  'at 320 px': { size: { width: 320, height: 640 }, text: 100 },
  'with text of 200 %': { size: { width: 390, height: 844 }, text: 200 },
  'on a tablet': { size: { width: 820, height: 1180 }, text: 100 },
  'on a tablet with text of 200 %': { size: { width: 820, height: 1180 }, text: 200 },
};
for (const [where, { size, text }] of Object.entries(places)) {
  test.describe(`${where} @full`, () => {
    test.use({ viewport: size });

    test('nothing scrolls sideways, is cut off or overlaps for visitors and members; axe finds nothing for a visitor', async ({
      page,
      server,
    }) => {
      await enlargeText(page, text);
      const { id, service_id } = await scheduled(server);
      // A day of another year is written with its year, and is the longest.
      const nextYear = new Date(Date.now() + 400 * 86_400_000).toISOString();
      await server.rows((db) =>
        db.updateTable('subscriptions').set({ current_period_end: nextYear }).execute(),
      );
      const found: string[] = [];
      for (const path of visitorPages)
        found.push(...(await faultsAt(page, path)), ...(await axe(page, path)));
      await signInAs(page, personas.member);
      for (const path of [...memberPages, `/bookings/${id}`, `/checkout/${service_id}`, '/share'])
        found.push(...(await faultsAt(page, path)));
      expect(found).toEqual([]);
    });

    test('nothing scrolls sideways, is cut off or overlaps for the team', async ({ page, server }) => {
      await enlargeText(page, text);
      const { id, user_id } = await scheduled(server);
      await signInAs(page, personas.member, '/');
      await write(
        await openLiveChat(page),
        'My key is with the neighbour, who leaves at 7:30 am on Tuesdays.',
      );
      const found = (await layoutFaults(page)).map((fault) => `the live chat: ${fault}`);
      await signInAs(page, personas.admin, '/admin');
      for (const path of [
        ...teamPages,
        `/admin/bookings/${id}`,
        `/admin/customers/${user_id}`,
        `/admin/support/${user_id}`,
      ])
        found.push(...(await faultsAt(page, path)));
      await signInAs(page, personas.worker, '/admin/week');
      for (const path of workerPages) found.push(...(await faultsAt(page, path)));
      expect(found).toEqual([]);
    });
  });
}

const long = 'Wolframkarbid'.repeat(8).slice(0, 100);
const rightToLeft = 'שלום לכולם';

const pagesOfMember = (of: Written) => [
  ...memberPages,
  '/profile?tab=profile',
  '/profile?tab=preferences',
  ...[of.scheduled, of.longer, of.unrated, of.quoted, of.paid].map((id) => `/bookings/${id}`),
  `/checkout/${of.service}`,
  '/share',
];
const pagesOfTeam = (of: Written) => [
  ...teamPages,
  '/admin/schedule?view=day',
  ...[of.scheduled, of.longer, of.unrated, of.quoted, of.paid].map((id) => `/admin/bookings/${id}`),
  ...['', '?tab=ledger', '?tab=bookings', '?tab=conversations'].map(
    (tab) => `/admin/customers/${of.member}${tab}`,
  ),
  `/admin/support/${of.member}`,
];

for (const [what, text] of Object.entries({
  'one word of 100 letters': long,
  'a text that reads from right to left': rightToLeft,
}))
  for (const width of [320, 390, 820])
    test.describe(`${what} at ${width} px @full`, () => {
      test.use({ viewport: { width, height: 844 } });

      for (const as of ['member', 'admin'] as const)
        test(`stays in its place on every page, sheet and dialog of ${as === 'member' ? 'a member' : 'the team'}`, async ({
          page,
          server,
        }) => {
          test.slow();
          const of = await writeEverywhere(server, text);
          await signInAs(page, personas[as], '/');
          await nameEverybody(server, text);
          const found: string[] = [];
          const look = async (paths: string[], sheets: Opened[]) => {
            for (const path of paths)
              found.push(...(await faultsAt(page, path)), ...(await turnedTexts(page, path)));
            for (const opened of sheets) {
              await openSheet(page, opened);
              const where = [opened.path, opened.press, opened.within].filter(Boolean).join(', ');
              found.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`));
              found.push(...(await turnedTexts(page, where)));
            }
          };
          await look(as === 'member' ? pagesOfMember(of) : pagesOfTeam(of), sheetsOf[as](of));
          if (as === 'admin') {
            await signInAs(page, personas.worker, '/admin/week');
            await nameEverybody(server, text);
            await look(workerPages, sheetsOf.worker());
          }
          expect(found.filter((fault) => !fault.endsWith('is broken'))).toEqual([]);
        });
    });

for (const [what, text] of Object.entries({
  'one word of 100 letters': long,
  'a text that reads from right to left': rightToLeft,
}))
  for (const width of [320, 390, 820, 1280])
    test(`${what} as every text of the owner stays in its place for visitors at ${width} px @full`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await writeEverywhere(server, text);
      await signInAs(page, personas.admin);
      await publishEverywhere(page, server.url, text);
      await page.context().clearCookies();
      const found: string[] = [];
      for (const path of ['/', '/services', '/signin'])
        found.push(...(await faultsAt(page, path)), ...(await turnedTexts(page, path)));
      await page.goto('/services');
      await page.getByRole('searchbox', { name: 'Search services' }).fill(text.slice(0, 4));
      found.push(...(await layoutFaults(page)).map((fault) => `a search: ${fault}`));
      expect(found.filter((fault) => !fault.endsWith('is broken'))).toEqual([]);
    });

test('a text that reads from right to left begins at the right @full', async ({ page, server }) => {
  await writeEverywhere(server, rightToLeft);
  await signInAs(page, personas.member, '/bookings');
  const name = page.getByRole('heading', { level: 3, name: rightToLeft }).first();
  const free = await name.evaluate((heading) => {
    const range = document.createRange();
    // The text alone: the link around it fills the row.
    range.selectNodeContents(heading.querySelector('a') ?? heading);
    const [text, box] = [range.getBoundingClientRect(), heading.getBoundingClientRect()];
    return { left: text.left - box.left, right: box.right - text.right };
  });
  expect(free.right).toBeLessThan(2);
  expect(free.left).toBeGreaterThan(20);
});

test('a line of a name from right to left and a time begins at the left @full', async ({ page, server }) => {
  const of = await writeEverywhere(server, 'Amy');
  await signInAs(page, personas.admin, '/');
  await nameEverybody(server, rightToLeft);
  await openSheet(page, { path: `/admin/bookings/${of.scheduled}`, press: 'Update Status' });
  const line = page.locator('dialog[open] br + span').filter({ hasText: rightToLeft });
  const begins = await line.evaluate((span) => {
    const range = document.createRange();
    range.selectNodeContents(span);
    return range.getBoundingClientRect().left - (span.closest('p')?.getBoundingClientRect().left ?? 0);
  });
  expect(begins).toBeLessThan(2);
});

test('the measurement finds a name from right to left that turns the number beside it @full', async ({
  page,
}) => {
  await page.setContent(
    `<p>${rightToLeft} · 3 h</p><p>\u2068${rightToLeft}\u2069 · 3 h</p><p>${rightToLeft} ${rightToLeft}</p>`,
  );
  expect(await turnedTexts(page, 'here')).toEqual([
    `here: “${rightToLeft} · 3 h” is turned by its right-to-left part`,
  ]);
});

for (const [on, size] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a desk': { width: 1440, height: 900 },
})) {
  test(`nothing moves while a page loads on ${on}, however slowly @full`, async ({ page, server }) => {
    await page.setViewportSize(size);
    await watchShift(page);
    await signInAs(page, personas.member);
    const { id, service_id } = await scheduled(server);
    // Slower than code and first paint, so that every page shows its skeleton first.
    await page.route(/\/api\/(?!auth|login)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const calls = onTheWay(page, (request) => new URL(request.url()).pathname.startsWith('/api/'));
    const moved: string[] = [];
    for (const path of [...memberPages, `/bookings/${id}`, `/checkout/${service_id}`]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      await expect.poll(calls).toBe(0);
      moved.push(...(await shiftFaults(page)));
    }
    expect(moved).toEqual([]);
  });
}
