import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Has a list follow its own plain `<a href>`s within the app, as `Link` does one by one: each `Link` listens for the
 * address, which hundreds of them on one page are long in setting up.
 * @param replace whether what is opened takes the place of what is open
 * @param main which of an item's links a tap beside all that it offers follows
 * @returns the list's `onClick`
 */
export function useLinkList(replace: boolean, main: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const tapped = event.target as Element;
    const own = tapped.closest('a, button');
    // Words were dragged over, to be copied.
    if (!own && getSelection()?.isCollapsed === false) return;
    const link = own ?? tapped.closest('li')?.querySelector(main);
    const href = link?.getAttribute('href');
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (!href || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href, { replace });
  };
}
