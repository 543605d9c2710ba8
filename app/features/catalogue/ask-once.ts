import { useRef } from 'react';

/** Asks whether somebody is sure of a change. A second tap while that is asked about asks nothing, and is not sure. */
export function useAskOnce(): (id: string, ask: () => Promise<boolean>) => Promise<boolean> {
  const asking = useRef(new Set<string>());
  return async (id, ask) => {
    if (asking.current.has(id)) return false;
    asking.current.add(id);
    return ask().finally(() => asking.current.delete(id));
  };
}
