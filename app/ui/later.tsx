import { type ReactNode, useDeferredValue } from 'react';

/**
 * What is made in tasks of its own, after what stands around it is on screen: a slow phone answers to the finger in
 * between. Its place must be as large without it.
 */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children;
