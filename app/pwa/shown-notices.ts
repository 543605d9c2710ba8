import { useEffect } from 'react';
import { isCurrent } from './returns.ts';

/**
 * Nobody needs to put away what they have seen in the app: while `seen`, and it is in front, its notification goes.
 * @param readAt when what shows was read, in milliseconds: what may have changed since tells of no news, and is read
 * again. Left out where whatever comes shows by itself.
 */
export function useNoticesSeen(tag: string, seen: boolean, readAt = Number.POSITIVE_INFINITY): void {
  useEffect(() => {
    if (!seen) return;
    const look = () => {
      if (document.visibilityState === 'visible' && isCurrent(readAt)) void closeShown(tag).catch(() => {});
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [tag, seen, readAt]);
}

async function closeShown(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  // Some browsers have no notifications, but in the installed app.
  for (const notification of (await worker?.getNotifications?.({ tag })) ?? []) notification.close();
}
