import { type ComponentType, lazy, useDeferredValue, useEffect, useState } from 'react';

export interface PageCode {
  Page: ComponentType;
  /**
   * Loads the page's code before it is rendered. Never fails: a page whose code is still missing waits for it
   * itself.
   */
  load(): Promise<void>;
}

let isFirst = true;

/**
 * Whether a page's content is rendered yet. Ionic mounts the first page in an update that cannot be interrupted; the
 * content of a long one follows in slices, so that a slow phone can react to the finger meanwhile. Later pages are
 * rendered at once.
 */
function useContent(inSlices: boolean): boolean {
  const [waits] = useState(isFirst && inSlices);
  useEffect(() => {
    isFirst = false;
  }, []);
  return useDeferredValue(true, !waits);
}

/**
 * A page with code in a chunk of its own. If the code is already loaded the page is rendered at once; React's own
 * lazy components would show the placeholder and then hold the page back for 300 ms.
 * @param isLong its content is rendered in slices if it is the first page
 */
export function pageCode(load: () => Promise<{ default: ComponentType }>, isLong = false): PageCode {
  let Loaded: ComponentType | undefined;
  const Waiting = lazy(load);
  return {
    Page() {
      const [Chosen] = useState(() => Loaded ?? Waiting);
      // The placeholder of code that is still being loaded belongs on the screen at once.
      return useContent(isLong && Chosen !== Waiting) && <Chosen />;
    },
    async load() {
      await load().then(
        (module) => {
          Loaded = module.default;
        },
        () => {},
      );
    },
  };
}
