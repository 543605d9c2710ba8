import { defineCustomElement as defineRefresher } from '@ionic/core/components/ion-refresher.js';
import { defineCustomElement as defineRefresherContent } from '@ionic/core/components/ion-refresher-content.js';
import { createElement } from 'react';

// Ionic's React wrappers are one module, which would bring the refresher's code into the first screen.
defineRefresher();
defineRefresherContent();

/** Reads the page again after a pull. */
export default function Refresher({ refresh }: { refresh: () => Promise<unknown> }) {
  const onIonRefresh = (event: CustomEvent<{ complete: () => void }>) =>
    void refresh().finally(() => event.detail.complete());
  return createElement(
    'ion-refresher',
    { slot: 'fixed', onionRefresh: onIonRefresh },
    createElement('ion-refresher-content'),
  );
}
