import { useSyncExternalStore } from 'react';

/**
 * The width from which a list and its chosen item are side by side (look: two panes), 768 px with text of the usual
 * size. Widths of the layout are in em: with larger text a tablet has the layout of a phone.
 */
const wide = '(min-width: 48em)';

/** The width from which a third pane fits beside them. */
const roomy = '(min-width: 82.5em)';

/** The width from which a card in a list has room for its whole text, 700 px. */
const twoCards = '(min-width: 43.75em)';

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(media);
      query.addEventListener('change', changed);
      // Browsers announce no change of the size of text, which people set in another tab or in the device's settings.
      document.addEventListener('visibilitychange', changed);
      return () => {
        query.removeEventListener('change', changed);
        document.removeEventListener('visibilitychange', changed);
      };
    },
    () => matchMedia(media).matches,
  );
}

/** Whether there is room for two panes; follows a tablet that is turned. */
export const useWide = (): boolean => useMedia(wide);
/** Whether there is room for a third pane. */
export const useRoomy = (): boolean => useMedia(roomy);
/** Whether cards in a list have room for their whole text. */
export const useWholeCards = (): boolean => useMedia(twoCards);
