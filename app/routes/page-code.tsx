import { type ComponentType, lazy, useState } from 'react';

export interface PageCode {
  Page: ComponentType;
  /**
   * Loads the page's code before it is rendered. Never fails: a page whose code is still missing waits for it
   * itself.
   */
  load(): Promise<void>;
}

/**
 * A page with code in a chunk of its own. If the code is already loaded the page is rendered at once; React's own
 * lazy components would show the placeholder and then hold the page back for 300 ms.
 */
export function pageCode(load: () => Promise<{ default: ComponentType }>): PageCode {
  let Loaded: ComponentType | undefined;
  const Waiting = lazy(load);
  return {
    Page() {
      const [Chosen] = useState(() => Loaded ?? Waiting);
      return <Chosen />;
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
