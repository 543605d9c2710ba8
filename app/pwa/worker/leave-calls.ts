/** An install event of browsers with the static routing API (https://w3c.github.io/ServiceWorker/#installevent), which TypeScript does not know. */
interface RoutingInstallEvent extends Event {
  addRoutes?: (rules: { condition: { urlPattern: URLPattern }; source: 'network' }) => Promise<void>;
}

/** No call of the API waits for the worker to start and to say that it is not its own. */
export function leaveCallsAlone(event: Event): void {
  (event as RoutingInstallEvent)
    .addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' })
    // One that knows another form of it goes on as those without.
    .catch(() => {});
}
