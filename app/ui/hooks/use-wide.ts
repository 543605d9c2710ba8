import { useSyncExternalStore } from 'react';

/** From here a list and what was chosen of it stand side by side (look: two panes). */
const wide = '(min-width: 768px)';

/** From here a third fits beside them. */
const roomy = '(min-width: 1320px)';

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(media);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(media).matches,
  );
}

/** Whether there is room for two panes; follows a tablet that is turned. */
export const useWide = (): boolean => useMedia(wide);
/** Whether there is room for a third beside them. */
export const useRoomy = (): boolean => useMedia(roomy);
