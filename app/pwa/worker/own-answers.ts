/** The content types of our files, by the ends of their names. */
const types: Record<string, RegExp> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^(font\/woff2|application\/font-woff2)\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png\b/,
  webmanifest: /^application\/manifest\+json\b/,
};

/**
 * Whether an answer is the requested file, and not a captive portal's answer to everything, which would be served
 * for the whole life of the release. Our own pages also name their security policy.
 */
export function isOwn(pathname: string, { ok, redirected, headers }: Response): boolean {
  if (!ok || redirected) return false;
  const type = headers.get('content-type') ?? '';
  if (pathname.endsWith('.html'))
    return (
      type.startsWith('text/html') &&
      Boolean(headers.get('content-security-policy')?.includes('trusted-types default'))
    );
  if (pathname.startsWith('/api/pictures/')) return type === 'image/webp';
  return types[pathname.split('.').at(-1) ?? '']?.test(type) ?? false;
}

/**
 * A plugin for workbox: one foreign answer fails the installation of the release, and the browser tries again later.
 */
export const onlyOwn = {
  async fetchDidSucceed({ request, response }: { request: Request; response: Response }): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!isOwn(pathname, response)) throw new Error(`Another server answered for ${pathname}`);
    return response;
  },
};
