import { useSyncExternalStore } from 'react';

let touched = false;
const listeners = new Set<() => void>();

addEventListener(
  'touchstart',
  () => {
    touched = true;
    for (const tell of listeners) tell();
  },
  { once: true, passive: true },
);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a finger has touched the page: code for fingers alone can be loaded after that. */
export const useTouched = (): boolean => useSyncExternalStore(subscribe, () => touched);
