const pages = [
  /^\/$/,
  /^\/(signin|services|profile|subscribe|billing|share)\/?$/,
  /^\/bookings(\/[^/]+)?\/?$/,
  /^\/checkout\/[^/]+\/?$/,
  /^\/admin(\/(today|requests|schedule|live|report|disputes|audit|team|week|settings(\/[^/]+){0,2}|(bookings|support|customers)(\/[^/]+)?))?\/?$/,
];

/** The server's own routes; an unknown path below them is no page. */
const server = /^\/(api|calendar|chat|sandbox|oidc-consent|healthz|readyz)(\/|$)/i;

/**
 * Whether a path is one of the app's own pages (spec §2). Every other path is a file, a route of the server, or
 * nothing.
 */
export const isAppPage = (pathname: string): boolean => pages.some((page) => page.test(pathname));

export const isServerRoute = (pathname: string): boolean => server.test(pathname);

/**
 * Whether an unknown path gets our own not-found page. A path with an extension in its last part counts as a file.
 */
export const isUnknownPage = (pathname: string): boolean =>
  !isAppPage(pathname) &&
  !isServerRoute(pathname) &&
  !pathname.slice(pathname.lastIndexOf('/')).includes('.');
