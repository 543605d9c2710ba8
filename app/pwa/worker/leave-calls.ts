/** An install event of browsers with the static routing API (https://w3c.github.io/ServiceWorker/#installevent), which TypeScript does not know. */
interface RoutingInstallEvent extends Event {
  addRoutes?: (rules: { condition: { urlPattern: URLPattern }; source: 'network' }) => Promise<void>;
}

/** Lets API calls go directly to the network, so that no call waits for the worker to start. */
export function leaveCallsAlone(event: Event): void {
  (event as RoutingInstallEvent)
    .addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' })
    // A browser with another form of the API continues as one without it.
    .catch(() => {});
}
