import { createContext, type RefObject, useContext, useEffect, useState } from 'react';

/** Whether the surrounding page is visible; content outside of all pages always is. */
export const Shown = createContext(true);

/** Whether the page is in front. Ionic keeps pages mounted behind it, and a hidden page must send no requests. */
export const useShown = (): boolean => useContext(Shown);

/** Ionic's class for a page that is behind another. */
const hidden = 'ion-page-hidden';

/**
 * Whether a frame of Ionic is in front, read from its class: without a movement, as between two tabs, Ionic sends
 * neither page an event.
 */
export function useFrameShown(frame: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const page = frame.current;
    if (!page) return;
    const look = () => setShown(!page.classList.contains(hidden));
    look();
    const watch = new MutationObserver(look);
    watch.observe(page, { attributeFilter: ['class'] });
    return () => watch.disconnect();
  }, [frame]);
  return shown;
}
