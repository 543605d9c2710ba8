interface Rule {
  condition: { urlPattern: URLPattern };
  source: 'network' | 'fetch-event';
}

/** An install event of browsers with the static routing API (https://w3c.github.io/ServiceWorker/#installevent), which TypeScript does not know. */
interface RoutingInstallEvent extends Event {
  addRoutes?: (rules: Rule[]) => Promise<void>;
}

const rule = (pathname: string, source: Rule['source']): Rule => ({
  condition: { urlPattern: new URLPattern({ pathname }) },
  source,
});

/** Lets API calls go directly to the network, so that no call waits for the worker to start; it keeps the pictures. */
export function leaveCallsAlone(event: Event): void {
  (event as RoutingInstallEvent)
    .addRoutes?.([rule('/api/pictures/*', 'fetch-event'), rule('/api/*', 'network')])
    // A browser with another form of the API continues as one without it.
    .catch(() => {});
}
