import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError, onDoubt, readFile, request } from './api.ts';

const html = '<!doctype html><title>Free WiFi</title>';
let doubts: number;

const answers = (body: string, status: number, type: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type } }));
const read = () => request('GET', '/api/bookings').catch((error: unknown) => error);

beforeEach(() => {
  doubts = 0;
  onDoubt(() => {
    doubts += 1;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a captive portal’s answer counts as none, whatever its status and type', async () => {
  for (const [body, status, type] of [
    [html, 200, 'text/html'],
    [html, 401, 'text/html'],
    [html, 404, 'text/html'],
    [html, 511, 'text/html'],
    ['{"captive":true}', 200, 'application/captive+json'],
    ['{"blocked":true}', 403, 'application/json'],
    ['{"blocked":true}', 401, 'application/json'],
    ['{"code":"x"}', 511, 'application/json'],
    [html, 200, 'application/json'],
  ] as const) {
    answers(body, status, type);
    expect(await read(), `${status} ${type}`).toBeInstanceOf(NetworkError);
  }
  for (const status of [200, 404, 511]) {
    answers(html, status, 'text/html');
    const file = readFile('/api/photo', new AbortController().signal);
    await expect(file, `a photo, ${status}`).rejects.toBeInstanceOf(NetworkError);
  }
});

test('our own refusals, and a proxy’s message that the server is down, are answers', async () => {
  answers('{"code":"not_found","message":"Booking not found"}', 404, 'application/json');
  expect(await read()).toMatchObject({ status: 404, text: 'Booking not found' });
  answers('<h1>502 Bad Gateway</h1>', 502, 'text/html');
  expect(await read()).toBeInstanceOf(ApiError);
});

test('a network that accepts and never answers is doubted after 4 s, and abandoned after 10', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => untilAborted(signal));
  const reading = read();
  await vi.advanceTimersByTimeAsync(3999);
  expect(doubts).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(doubts).toBe(1);
  let ended = false;
  void reading.finally(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(5999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toBeInstanceOf(NetworkError);
});

test('an answer that has begun may take 20 s to arrive whole, and no longer', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    await new Promise((resolve) => setTimeout(resolve, 9000));
    return { text: () => untilAborted(signal) };
  });
  const reading = read();
  let ended = false;
  void reading.finally(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(28_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toBeInstanceOf(NetworkError);
});

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
