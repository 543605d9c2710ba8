import { create } from 'zustand';
import { deadline } from './deadline.ts';
import { isJson } from './is-json.ts';

/**
 * Whether the server can be reached. The browser's own word counts only for no: a network that answers nothing
 * looks online to it, so what our own calls met decides.
 */
const useReach = create<{ online: boolean }>(() => ({ online: globalThis.navigator?.onLine ?? true }));

const answerWithinMs = 5000;
const askAgainMs = 10_000;
/** How often anything was heard of the server. */
let times = 0;
let lost = Date.now();
let asking: Promise<boolean> | null = null;

/** The server answered. */
export const heard = (): void => {
  times += 1;
  if (!useReach.getState().online) useReach.setState({ online: true });
};
/** There is no network. */
export const missed = (): void => {
  if (useReach.getState().online) lost = Date.now();
  useReach.setState({ online: false });
};

export const useOnline = (): boolean => useReach((s) => s.online);
/** When the network was lost last, or the app began (milliseconds). */
export const lostAt = (): number => lost;
export const isOnline = (): boolean => useReach.getState().online;

/** Calls `listener` when the server can be reached again. */
export function onBackOnline(listener: () => void): () => void {
  return useReach.subscribe((now, before) => {
    if (now.online && !before.online) listener();
  });
}

/**
 * A call got no answer, or has waited long for it: whether that is the network's fault, or the call's alone, the server
 * is asked.
 */
export async function doubt(): Promise<void> {
  if (!isOnline()) return;
  const before = times;
  if (!(await answers()) && times === before) missed();
}

/** The same, asked anew where it is not known to be reached. */
export const isReachable = async (): Promise<boolean> => isOnline() || answers();

/** Whether the server answers now: itself, not a portal or a proxy in its place. */
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

/** Follows the browser's events, and asks the server while it cannot be reached and somebody looks. */
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
