import { create } from 'zustand';

/**
 * Whether the server can be reached. The browser's own word counts only for no: a network that answers nothing
 * looks online to it, so what our own calls met decides.
 */
const useReach = create<{ online: boolean }>(() => ({ online: globalThis.navigator?.onLine ?? true }));

/** The server answered. */
export const heard = (): void => {
  if (!useReach.getState().online) useReach.setState({ online: true });
};
/** A call got no answer. */
export const missed = (): void => useReach.setState({ online: false });

export const useOnline = (): boolean => useReach((s) => s.online);
export const isOnline = (): boolean => useReach.getState().online;

/** Calls `listener` when the server can be reached again. */
export function onBackOnline(listener: () => void): () => void {
  return useReach.subscribe((now, before) => {
    if (now.online && !before.online) listener();
  });
}

/** Whether the server answers now: itself, not a portal or a proxy in its place. */
export async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return answer.ok && Boolean(answer.headers.get('content-type')?.includes('json'));
  } catch {
    return false;
  }
}

/** Follows the browser's events, and asks the server while it cannot be reached. */
export function watchNetwork(): void {
  const probe = async () => {
    if (!isOnline() && (await answers())) heard();
  };
  addEventListener('offline', missed);
  addEventListener('online', probe);
  addEventListener('pageshow', probe);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && probe());
  setInterval(() => navigator.onLine && probe(), 10_000);
}
