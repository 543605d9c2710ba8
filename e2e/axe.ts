import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/**
 * Faults found by axe on the present page, one line each. All frames are of our own origin: legacy mode reads them
 * without a page of its own, in a third of the time.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/**
 * The same for a loaded page: no skeleton is visible any more, and a list that was faint during a new read has its
 * own colours back. `what` begins every line.
 */
export async function axe(page: Page, what: string): Promise<string[]> {
  await expect(page.locator('.skeleton, [aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
  await transitionsEnded(page);
  return (await axeFaults(page)).map((fault) => `${what}: ${fault}`);
}

const transitionsEnded = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition && animation.playState === 'running')
        .map(({ finished }) => finished),
    ).then(() => {}),
  );
