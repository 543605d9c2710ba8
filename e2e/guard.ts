import type { BrowserContext } from 'playwright/test';

/**
 * Watches all messages and requests of a context's pages and worker, and collects the unexpected ones: warnings and
 * errors of the console, page errors, failed requests, answers of 5xx.
 */
export interface Guard {
  watch(context: BrowserContext): void;
  /** From now on, matching lines are no complaints. */
  allow(...patterns: RegExp[]): void;
  complaints(): string[];
  /** All messages, expected or not. */
  console(): string[];
}

/** The browser's names for a connection that failed. */
const lost = [
  'FAILED',
  'INTERNET_DISCONNECTED',
  'NETWORK_CHANGED',
  'EMPTY_RESPONSE',
  'SOCKET_NOT_CONNECTED',
  'CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)',
  // Requests under way when the network was cut; only as console lines, because such a request itself is no
  // complaint.
  'ABORTED',
].join('|');

/**
 * The signs of an absent network, and of a worker that reports it to a page, for journeys that cut the network. The
 * module is the gesture for going back, which Ionic loads by itself; the page works without it. The list must not
 * have exactly two entries, because Playwright would take it for an option with its settings.
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
/** Requests that a page cancels when it is left. */
const leftBehind = /net::ERR_ABORTED/;
/** The kinds of console lines that report a fault; others only inform. */
const complaining = ['warning', 'error', 'assert'];

export function createGuard(): Guard {
  const complaints: string[] = [];
  const all: string[] = [];
  const allowed: RegExp[] = [];
  const note = (line: string, isComplaint = true) => {
    all.push(line);
    if (isComplaint && !allowed.some((pattern) => pattern.test(line))) complaints.push(line);
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
        // The browser's own rejections (DOMException) have an empty stack.
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
    complaints: () => complaints,
    console: () => all,
  };
}
