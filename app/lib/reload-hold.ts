import { useEffect } from 'react';

/** Why the page must not be loaded anew just now; the same reason more than once, where there are several. */
const reasons = new Set<symbol>();

/**
 * Something is under way that a reload would cut off, such as a payment. The newer app waits for its end.
 * @returns what ends it
 */
export function holdReload(): () => void {
  const reason = Symbol('reload');
  reasons.add(reason);
  return () => void reasons.delete(reason);
}

/** The same for as long as something is shown and `active`. */
export function useReloadHold(active: boolean): void {
  useEffect(() => (active ? holdReload() : undefined), [active]);
}

export const isReloadHeld = (): boolean => reasons.size > 0;
