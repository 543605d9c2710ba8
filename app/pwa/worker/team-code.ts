import { fetchAsset } from './earlier-release.ts';
import { keptFile } from './kept-files.ts';

/**
 * Whether a file belongs to the calendar's library, a sixth of all code, which only administrators open: members'
 * phones do not get it with the rest. A device on which an administrator works keeps it from the first use, so that
 * a tab of an older version still finds its own.
 */
export const isTeamCode = (pathname: string): boolean =>
  /^\/assets\/calendar-grid-[\w-]+\.(js|css)$/.test(pathname);

/** A script and a stylesheet, for this version and the one before. */
export const keptTeamCode = (request: Request): Promise<Response> =>
  keptFile(request, { name: 'team-code', most: 4, get: fetchAsset });
