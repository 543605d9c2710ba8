import { create } from 'zustand';
import { deadline } from './deadline.ts';
import { isJson } from './is-json.ts';

/**
 * Whether the server can be reached. The browser is believed only when it reports offline: a network without answers
 * looks online to it, so the results of our own calls decide.
 */
const useReach = create<{ online: boolean }>(() => ({ online: globalThis.navigator?.onLine ?? true }));

const answerWithinMs = 5000;
const askAgainMs = 10_000;
/** The number of answers from the server. */
let times = 0;
let lost = Date.now();
let asking: Promise<boolean> | null = null;

/** Called after an answer of the server. */
export const heard = (): void => {
  times += 1;
  if (!useReach.getState().online) useReach.setState({ online: true });
};
/** Called when there is no network. */
export const missed = (): void => {
  if (useReach.getState().online) lost = Date.now();
  useReach.setState({ online: false });
};

export const useOnline = (): boolean => useReach((s) => s.online);
/** The time of the last loss of the network, or of the app's start (milliseconds). */
export const lostAt = (): number => lost;
export const isOnline = (): boolean => useReach.getState().online;

/** Calls `listener` when the server can be reached again. */
export function onBackOnline(listener: () => void): () => void {
  return useReach.subscribe((now, before) => {
    if (now.online && !before.online) listener();
  });
}

/**
 * Asks the server whether the network failed or a single call alone, after a call got no answer or has waited long.
 */
export async function doubt(): Promise<void> {
  if (!isOnline()) return;
  const before = times;
  if (!(await answers()) && times === before) missed();
}

/** Whether the server can be reached, asking it if that is not known. */
export const isReachable = async (): Promise<boolean> => isOnline() || answers();

/** Whether the server itself answers now, not a portal or a proxy in its place. */
function answers(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const { signal, end } = deadline(answerWithinMs);
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', redirect: 'error', signal });
    return answer.ok && isJson(answer);
  } catch {
    return false;
  } finally {
    end();
  }
}

/** Follows the browser's events, and asks the server while it cannot be reached and a person looks. */
export function watchNetwork(): void {
  const probe = async () => {
    if (!isOnline() && (await answers())) heard();
  };
  const isSeen = () => document.visibilityState === 'visible';
  addEventListener('offline', missed);
  addEventListener('online', probe);
  addEventListener('pageshow', probe);
  document.addEventListener('visibilitychange', () => isSeen() && probe());
  setInterval(() => navigator.onLine && isSeen() && probe(), askAgainMs);
}
