import type { BrowserContext } from 'playwright/test';

/**
 * Watches everything that a context's pages and worker say and fetch, and keeps what nobody expected: warnings
 * and errors of the console, page errors, requests that failed, answers of 5xx.
 */
export interface Guard {
  watch(context: BrowserContext): void;
  /** From now on, what matches is no complaint. */
  allow(...patterns: RegExp[]): void;
  complaints(): string[];
  /** Everything that was said, expected or not. */
  console(): string[];
}

/** The browser's names for a connection that did not come about or did not last. */
const lost = [
  'FAILED',
  'INTERNET_DISCONNECTED',
  'NETWORK_CHANGED',
  'EMPTY_RESPONSE',
  'SOCKET_NOT_CONNECTED',
  'CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)',
  // What was on its way when the network went: of a console line, as such a request itself is no complaint.
  'ABORTED',
].join('|');

/**
 * What an absent network looks like, and a worker that tells a page of it, to be allowed by journeys that take it away.
 * The module is the gesture for going back, which Ionic loads by itself; the page goes on without it. Playwright takes
 * a list of two for an option and how it is set: this one must not be of two.
 */
export const networkAway = [
  new RegExp(
    [
      `net::ERR_(${lost})`,
      String.raw`^page error: TypeError: Failed to fetch dynamically imported module: \S+/assets/p-`,
      String.raw`WebSocket connection to '\S+/chat\?\S+' failed: `,
    ].join('|'),
  ),
];
/** Requests that a page no longer wants when it goes elsewhere. */
const leftBehind = /net::ERR_ABORTED/;
/** The console lines that say that something is wrong; the others only tell. */
const complaining = ['warning', 'error', 'assert'];

export function createGuard(): Guard {
  const said: string[] = [];
  const all: string[] = [];
  const allowed: RegExp[] = [];
  const note = (line: string, isComplaint = true) => {
    all.push(line);
    if (isComplaint && !allowed.some((pattern) => pattern.test(line))) said.push(line);
  };
  return {
    watch(context) {
      context.on('console', (line) =>
        note(
          `console.${line.type()}: ${line.text()} (${line.location().url})`,
          complaining.includes(line.type()),
        ),
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
