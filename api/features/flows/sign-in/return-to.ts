import { isServerRoute } from '../../../contract/rules/pages.ts';

const longest = 2000;
const somewhere = 'http://somewhere.invalid';

/**
 * A page of ours to return to, or `/`. Browsers read `//host`, `/\host` and paths with control characters as another
 * site's address, and dots can hide either. So the address is judged after it has been resolved. The server's own
 * routes are no pages.
 */
export function safeReturnTo(address: unknown): string {
  if (typeof address !== 'string' || address.length > longest || !/^\/[^\p{Cc}\\]*$/u.test(address))
    return '/';
  if (!URL.canParse(address, somewhere)) return '/';
  const { origin, pathname, search, hash } = new URL(address, somewhere);
  if (origin !== somewhere || pathname.startsWith('//') || isServerRoute(pathname)) return '/';
  if (pathname === '/signin') return '/';
  const path = pathname + search + hash;
  return path.length > longest ? '/' : path;
}
