import { type ComponentType, lazy, useState } from 'react';

export interface PageCode {
  Page: ComponentType;
  /** Brings the page's code before it is rendered. Never fails: a page that is not there by then waits for it itself. */
  load(): Promise<void>;
}

/**
 * A page whose code is a chunk of its own. When the code is there already the page is rendered at once, where React
 * would show what takes its place and then hold the page back for 300 ms.
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
