import type { Page } from 'playwright/test';
import { textField, textListNames, textLists, textNames } from '../api/contract/rules/look/texts.ts';
import { expect } from './test.ts';

/** Publishes a text, by the calls of the signed-in owner, as every text of the landing page and of the business. */
export async function publishEverywhere(page: Page, origin: string, text: string): Promise<void> {
  const single = textNames.map((name) => [name, text.slice(0, textField(name).most)]);
  const lists = textListNames.map((name) => {
    const parts = Object.entries(textLists[name].parts).map(([part, most]) => [part, text.slice(0, most)]);
    const sign = name === 'included' || name === 'reasons' ? { sign: 'bell' } : {};
    return [name, [{ ...sign, ...Object.fromEntries(parts) }]];
  });
  await publish(page, origin, {
    path: 'texts',
    changes: { texts: Object.fromEntries([...single, ...lists]) },
  });
  const changes = { name: text.slice(0, 80), address: text, terms: text, privacy: text, cancellation: text };
  await publish(page, origin, { path: 'business', changes });
}

async function publish(
  { request }: Page,
  origin: string,
  { path, changes }: { path: string; changes: object },
): Promise<void> {
  const url = `${origin}/api/admin/${path}`;
  const { version } = await (await request.get(url)).json();
  const answer = await request.patch(url, { data: { version, ...changes }, headers: { origin } });
  expect(answer.status(), await answer.text()).toBe(200);
}
