import { createElement, type ReactNode } from 'react';

/**
 * The element of a page's bar. Ionic's transitions recognise a bar by its tag; Ionic's own element, with three others
 * inside it, costs the first screen more than everything else on it.
 */
export const BarElement = ({ children }: { children: ReactNode }) =>
  createElement('ion-header', { role: 'banner' }, children);
