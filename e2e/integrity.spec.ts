import { expect, test } from './test.ts';

const cases = [
  ['/', 'script', /\/assets\/landing-[\w-]+\.js$/],
  ['/signin', 'script', /\/assets\/app-[\w-]+\.js$/],
  ['/signin', 'style', /\/assets\/app-[\w-]+\.css$/],
] as const;

for (const [path, kind, file] of cases)
  test(`at ${path} a changed ${kind} is refused by the browser @full`, async ({ page, guard }) => {
    const refusal = /Failed to find a valid digest in the 'integrity' attribute for resource '(\S+)'/;
    guard.allow(refusal);
    const refused: string[] = [];
    page.on('console', (line) => {
      const [, address] = refusal.exec(line.text()) ?? [];
      if (address) refused.push(new URL(address).pathname);
    });
    await page.route(file, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n/* not ours */` });
    });
    await page.goto(path);
    await expect.poll(() => refused).toContainEqual(expect.stringMatching(file));
    // The app does not start without a script that all others need.
    if (path === '/signin' && kind === 'script') await expect(page.locator('#root > *')).toHaveCount(0);
  });
