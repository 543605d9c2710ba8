import type { Page } from 'playwright';

/** Changes the server's answer to a call, for states that the seed does not have. */
export const answered = (page: Page, call: string, changed: object) =>
  page.route(call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });
