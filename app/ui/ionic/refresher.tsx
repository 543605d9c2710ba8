import { defineCustomElement as defineRefresher } from '@ionic/core/components/ion-refresher.js';
import { defineCustomElement as defineRefresherContent } from '@ionic/core/components/ion-refresher-content.js';
import { createElement, useEffect, useRef } from 'react';

// Ionic's React wrappers are one module, which would bring the refresher's code into the first screen.
defineRefresher();
defineRefresherContent();

/** Reads the page again after a pull. */
export default function Refresher({ refresh }: { refresh: () => Promise<unknown> }) {
  const refresher = useRef<HTMLElement & { disabled: boolean }>(null);
  useEffect(() => {
    const { current } = refresher;
    const content = current?.closest('ion-content');
    if (!current || !content) return;
    // Ionic looks at the page's own place alone: a finger that scrolls back a part of it would pull the page, too.
    const look = ({ target }: TouchEvent) => {
      current.disabled = target instanceof Element && isWithinScrolled(target, content);
    };
    content.addEventListener('touchstart', look, { capture: true, passive: true });
    return () => content.removeEventListener('touchstart', look, { capture: true });
  }, []);
  const onIonRefresh = (event: CustomEvent<{ complete: () => void }>) =>
    void refresh().finally(() => event.detail.complete());
  return createElement(
    'ion-refresher',
    { ref: refresher, slot: 'fixed', onionRefresh: onIonRefresh },
    createElement('ion-refresher-content'),
  );
}

/** Whether an element lies in a part of the page that is scrolled down. */
function isWithinScrolled(element: Element, page: Element): boolean {
  for (let one: Element | null = element; one && one !== page; one = one.parentElement)
    if (one.scrollTop > 0) return true;
  return false;
}
