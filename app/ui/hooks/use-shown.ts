import { createContext, type RefObject, useContext, useEffect, useState } from 'react';

/** Of the page around; what stands outside of the pages is in front. */
export const Shown = createContext(true);

/** Whether the page is in front. Ionic keeps pages mounted behind it, and a hidden page must ask for nothing. */
export const useShown = (): boolean => useContext(Shown);

/** Ionic's mark of a page that is behind another. */
const hidden = 'ion-page-hidden';

/**
 * Follows whether a frame of Ionic's is in front. By its mark: where nothing moves, as from one tab to the next, Ionic
 * tells neither page that it came or went.
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
