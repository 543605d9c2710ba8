const pages = [
  /^\/$/,
  /^\/(signin|services|profile|subscribe|billing|admin)\/?$/,
  /^\/bookings(\/[^/]+)?\/?$/,
  /^\/checkout\/[^/]+\/?$/,
];

/** Whether a path is one of the app's own pages (spec §2); every other is a file, a route of the server, or nothing. */
export const isAppPage = (pathname: string): boolean => pages.some((page) => page.test(pathname));
