/** The app's own pages; everything else (`/api`, `/chat`, `/sandbox`, `/oidc-consent`, …) is the server's. */
const pages = [
  /^\/$/,
  /^\/(signin|services|profile|subscribe|billing|admin)\/?$/,
  /^\/bookings(\/[^/]+)?\/?$/,
  /^\/checkout\/[^/]+\/?$/,
];

export const isAppPage = (pathname: string): boolean => pages.some((page) => page.test(pathname));
