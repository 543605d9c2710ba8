import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content in tasks of its own, after the content around it is on screen, so that a slow phone can react
 * to the finger in between. The empty place must have the same size.
 */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children;
