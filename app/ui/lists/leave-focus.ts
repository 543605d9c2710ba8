import type { MouseEvent } from 'react';

/**
 * Gives the focus of a pressed button, which is about to disappear, to the list: else a screen reader begins anew at
 * the page's top (WCAG 2.4.3).
 * @param list the focusable list around the button, unless given
 */
export function leaveFocus(
  { currentTarget }: MouseEvent,
  list: HTMLElement | null = currentTarget.closest('[tabindex="0"]'),
): void {
  if (currentTarget === document.activeElement) list?.focus({ preventScroll: true });
}
