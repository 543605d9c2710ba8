import { keptFile } from './kept-files.ts';

/** Whether a file is of the business's own look; its address names its content. */
export const isBrandFile = ({ pathname, search }: URL): boolean =>
  pathname.startsWith('/brand/') ||
  pathname.startsWith('/fonts/') ||
  (pathname === '/brand.css' && search !== '');

/**
 * A file of the look, so that the app has its colours without a network. A server that has not heard of a publication
 * yet answers for the new styles with the old ones, which no device may keep under that name.
 */
export const brandFile = (request: Request): Promise<Response> =>
  keptFile(request, {
    name: 'brand',
    // The styles, a font, a mark and a logo, for this look and the one before.
    most: 8,
    isWanted: ({ headers }) =>
      !request.url.includes('/brand.css') || /\bimmutable\b/.test(headers.get('cache-control') ?? ''),
  });
