const pages = [
  /^\/$/,
  /^\/(signin|services|profile|subscribe|billing|share)\/?$/,
  /^\/bookings(\/[^/]+)?\/?$/,
  /^\/checkout\/[^/]+\/?$/,
  /^\/admin(\/(requests|schedule|live|report|disputes|audit|(bookings|support|customers)(\/[^/]+)?))?\/?$/,
];

/** What the server answers itself; a path below that it does not know is no page. */
const server = /^\/(api|calendar|chat|sandbox|oidc-consent|healthz|readyz)(\/|$)/i;

/** Whether a path is one of the app's own pages (spec §2); every other is a file, a route of the server, or nothing. */
export const isAppPage = (pathname: string): boolean => pages.some((page) => page.test(pathname));

export const isServerRoute = (pathname: string): boolean => server.test(pathname);

/** Whether a path that is no page gets our own not-found page. What has an extension in its last part is a file. */
export const isUnknownPage = (pathname: string): boolean =>
  !isAppPage(pathname) &&
  !isServerRoute(pathname) &&
  !pathname.slice(pathname.lastIndexOf('/')).includes('.');
