import { useEffect } from 'react';

/**
 * The reasons why the page must not be reloaded now; each is a symbol of its own, so that equal ones count
 * separately.
 */
const reasons = new Set<symbol>();

/**
 * Prevents a reload while it would cut something off, such as a payment. A newer version of the app waits for the
 * end.
 * @returns a function that ends the hold
 */
export function holdReload(): () => void {
  const reason = Symbol('reload');
  reasons.add(reason);
  return () => void reasons.delete(reason);
}

/** A hook that prevents a reload while the component is mounted and `active`. */
export function useReloadHold(active: boolean): void {
  useEffect(() => (active ? holdReload() : undefined), [active]);
}

export const isReloadHeld = (): boolean => reasons.size > 0;
