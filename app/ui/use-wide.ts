import { useSyncExternalStore } from 'react';

/** From here a list and what was chosen of it stand side by side (look: two panes). */
const wide = '(min-width: 768px)';

/** Whether there is room for two panes; follows a tablet that is turned. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(wide).matches,
  );
}
