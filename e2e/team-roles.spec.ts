import type { Page } from 'playwright/test';
import { type Permission, permissions, withRequired } from '../api/contract/access/permissions.ts';
import { permissionsOf } from '../api/core/person.ts';
import { personas as people } from '../api/core/personas.ts';
import { needsOf } from '../app/shared/team-pages.ts';
import { teamPages } from './pages.ts';
import type { RunningServer } from './server.ts';
import { expect, signInAs, test } from './test.ts';
import { type Written, writeEverywhere } from './written.ts';

/** The permission of each action of the team, by the name of its button. */
const actions: [name: RegExp, needs: Permission][] = [
  [/^(Update Status|Start|Complete|Decline)$/, 'bookings.change'],
  [/^Contact Customer$/, 'bookings.message'],
  // They take and edit a role with this permission.
  [/^(Take Back .*|Edit the role Amy)$/, 'bookings.message'],
  [/^(Answer|Answer Anew|Replace Quote|Withdraw)$/, 'requests.answer'],
  [/^(Canned replies|Take over)$/, 'support.answer'],
  [/^Give Hours…$/, 'customers.change'],
  [/^(Refund…|Give back .*)$/, 'money.refund'],
  [/^(Try Again|Refunded Another Way)$/, 'disputes.change'],
  [/^(Delete Their Account|Prepare Their Data)$/, 'people.erase'],
  [/^(Change Role|Invite Somebody|New Role)$/, 'roles.give'],
];

const pagesOf = ({ scheduled, paid, quoted, member }: Written): string[] => [
  ...teamPages,
  ...[scheduled, paid, quoted].map((id) => `/admin/bookings/${id}`),
  ...['', '?tab=ledger', '?tab=bookings', '?tab=conversations'].map(
    (tab) => `/admin/customers/${member}${tab}`,
  ),
  `/admin/support/${member}`,
];

/** Signs in somebody with a role, which is stored if it is not one of every installation. */
async function signInWith(page: Page, server: RunningServer, role: string, rights?: readonly Permission[]) {
  const email = `${role.replace('.', '-')}@example.com`;
  // The page of somebody else would be told that their session has ended.
  await page.goto('about:blank');
  await signInAs(page, email);
  await server.rows(async (db) => {
    const at = new Date().toISOString();
    if (rights)
      await db
        .insertInto('roles')
        .values({
          id: role,
          name: `Own role ${role}`,
          permissions: JSON.stringify(rights),
          is_built_in: 0,
          created_at: at,
          updated_at: at,
        })
        .execute();
    await db.updateTable('users').set({ role_id: role }).where('email', '=', email).execute();
  });
}

/** The permissions of a role of every installation, as the server has stored them. */
const storedRights = async (server: RunningServer, role: string): Promise<ReadonlySet<Permission>> =>
  permissionsOf(
    role,
    await server.rows(async (db) => {
      const stored = db.selectFrom('roles').select('permissions').where('id', '=', role);
      return (await stored.executeTakeFirstOrThrow()).permissions;
    }),
  );

/** The addresses of the team's pages that a page leads to, and the names of its buttons. */
const offered = (page: Page): Promise<{ hrefs: string[]; buttons: string[] }> =>
  page.evaluate(() => {
    const shown = <E extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<E>(selector)].filter((element) => element.checkVisibility());
    return {
      hrefs: shown<HTMLAnchorElement>('a[href^="/admin"]').map((link) => link.getAttribute('href') ?? ''),
      buttons: shown('button').map((button) => button.ariaLabel ?? button.textContent?.trim() ?? ''),
    };
  });

const isOpenTo = (rights: ReadonlySet<Permission>, path: string) =>
  [needsOf(path)].flat().some((one) => rights.has(one));

/**
 * Walks over the team's pages as somebody with these rights: names each page that is open or denied although it
 * should not be, each way to a denied page, each button that the server would refuse, and each refused call.
 */
async function walk(page: Page, paths: readonly string[], rights: ReadonlySet<Permission>) {
  const faults: string[] = [];
  const found = new Set<Permission>();
  let path = '';
  page.on('response', (answer) => {
    if (answer.status() === 403) faults.push(`${path}: ${answer.url()} is refused`);
  });
  const opens = (href: string) => isOpenTo(rights, href);
  for (path of paths) {
    await page.goto(path);
    const denied = page.getByRole('heading', { name: 'Access Denied' });
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(denied.or(heading).first()).toBeVisible();
    await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
    const isOpen = !(await denied.isVisible());
    // The way to the team's pages leads to the first one that is open.
    const leadsOn = path === '/admin' && teamPages.some(opens);
    if (isOpen !== (opens(path) || leadsOn)) faults.push(`${path} is ${isOpen ? 'open' : 'denied'}`);
    const { hrefs, buttons } = await offered(page);
    faults.push(
      ...hrefs.filter((href) => href !== '/admin' && !opens(href)).map((href) => `${path} leads to ${href}`),
    );
    for (const button of isOpen ? buttons : [])
      for (const [name, needs] of actions) {
        if (!name.test(button)) continue;
        found.add(needs);
        if (!rights.has(needs)) faults.push(`${path} has the button ${button}`);
      }
  }
  return { faults, found };
}

test.describe('the pages of the team @full', () => {
  test.use({ viewport: { width: 1180, height: 820 } });

  for (const role of ['administrator', 'dispatcher', 'support', 'accountant', 'worker'])
    test(`show the ${role} what the role allows, and every other page as denied`, async ({
      page,
      server,
    }) => {
      test.slow();
      const paths = pagesOf(await writeEverywhere(server, 'Amy'));
      await signInWith(page, server, role);
      const rights = await storedRights(server, role);
      const { faults, found } = await walk(page, paths, rights);
      expect(faults).toEqual([]);
      // Each action is there for people who may do it.
      const mine = actions.map(([, needs]) => needs).filter((needs) => rights.has(needs));
      expect([...found].sort()).toEqual([...new Set(mine)].sort());
    });

  test('show people with one permission what it allows', async ({ page, server }) => {
    test.slow();
    const paths = pagesOf(await writeEverywhere(server, 'Amy'));
    for (const one of permissions) {
      const rights = new Set(withRequired([one]));
      await signInWith(page, server, one, [...rights]);
      const open = paths.filter((path) => isOpenTo(rights, path));
      expect((await walk(page, ['/admin', ...open], rights)).faults, one).toEqual([]);
      page.removeAllListeners('response');
    }
  });

  test('show no way to change a role that may do more than the own, and none to change the own', async ({
    page,
    server,
  }) => {
    await signInWith(page, server, 'roles.give', withRequired(['roles.give']));
    await page.goto(`/admin/customers/${people.admin.id}`);
    await expect(page.getByText('Their role may do more than yours')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change Role' })).toHaveCount(0);
    await page.goto(`/admin/customers/${people.newcomer.id}`);
    await expect(page.getByRole('button', { name: 'Change Role' })).toBeVisible();
    await page.goto('/admin/team');
    await expect(page.getByText('Own role roles.give').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit the role/ })).toHaveCount(0);
  });
});
