import { useEffect } from 'react';
import { isCurrent } from './returns.ts';

/**
 * Closes a notification whose content the person has seen in the app: while `seen`, and the app is in front.
 * @param readAt the time of the shown data, in milliseconds: a notification closes only for current data, and older
 * data is read again. Left out for pages that show new content by themselves.
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
  // Some browsers have notifications only in the installed app.
  for (const notification of (await worker?.getNotifications?.({ tag })) ?? []) notification.close();
}
