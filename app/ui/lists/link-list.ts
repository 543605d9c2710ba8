import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Lets a list follow its own plain `<a href>`s within the app, as `Link` does for each one: every `Link` subscribes
 * to the address, which takes long for hundreds of them on one page.
 * @param replace whether the opened page replaces the present one in the history
 * @param main the link of an item that a tap beside its other links follows
 * @returns the list's `onClick`
 */
export function useLinkList(replace: boolean, main: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const tapped = event.target as Element;
    const control = tapped.closest('a, button');
    // The person has selected text to copy it.
    if (!control && getSelection()?.isCollapsed === false) return;
    const link = control ?? tapped.closest('li')?.querySelector(main);
    const href = link?.getAttribute('href');
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (!href || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href, { replace });
  };
}
