import type { BrowserContext } from 'playwright/test';

/**
 * Watches everything that a context's pages and worker say and fetch, and keeps what nobody expected: console lines,
 * page errors, requests that failed, answers of 5xx.
 */
export interface Guard {
  watch(context: BrowserContext): void;
  /** From now on, what matches is no complaint. */
  allow(...patterns: RegExp[]): void;
  complaints(): string[];
  /** Everything that was said, expected or not. */
  console(): string[];
}

/**
 * What an absent network looks like, and a worker that tells a page of it, to be allowed by journeys that take it away. Playwright takes a list of two for an
 * option and how it is set: this one must not be of two. The module is the gesture for going back, which Ionic loads
 * by itself; the page goes on without it.
 */
export const networkAway = [
  /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)|^page error: TypeError: Failed to fetch dynamically imported module: \S+\/assets\/p-|WebSocket connection to '\S+\/chat\?\S+' failed: /,
];
/** Requests that a page no longer wants when it goes elsewhere. */
const leftBehind = /net::ERR_ABORTED/;
/** What Chromium tells a page that keeps the question whether to install for later, as ours does. */
const keptPrompt = /^console\.info: Banner not shown: beforeinstallpromptevent\.preventDefault\(\) called/;

export function createGuard(): Guard {
  const said: string[] = [];
  const all: string[] = [];
  const allowed: RegExp[] = [keptPrompt];
  const note = (line: string) => {
    all.push(line);
    if (!allowed.some((pattern) => pattern.test(line))) said.push(line);
  };
  return {
    watch(context) {
      context.on('console', (line) =>
        note(`console.${line.type()}: ${line.text()} (${line.location().url})`),
      );
      context.on('weberror', (thrown) => {
        const { name, message, stack } = thrown.error();
        // What the browser itself rejects with (a DOMException) has an empty stack.
        note(`page error: ${stack || `${name}: ${message}`}`);
      });
      context.on('requestfailed', (request) => {
        const failure = request.failure()?.errorText ?? 'failed';
        if (!leftBehind.test(failure))
          note(`request failed: ${request.method()} ${request.url()} ${failure}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 500)
          note(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
      });
    },
    allow: (...patterns) => allowed.push(...patterns),
    complaints: () => said,
    console: () => all,
  };
}
