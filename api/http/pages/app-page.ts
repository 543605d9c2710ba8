import type { PublishedLook } from '../../core/appearance.ts';
import { escaped } from '../../core/markup.ts';

interface AppFacts {
  name: string;
  currency: string;
  look: PublishedLook;
}

/**
 * The app's page with the name, the currency and the look of the business, so that the first picture has its colours.
 * Its own values, which stand in the built page, are those of the product.
 */
export function fillApp(html: string, { name, currency, look }: AppFacts): string {
  const { hash, paper, mark } = look;
  const named = html
    .replace('__CURRENCY__', currency)
    .replace(
      /(<title>|"apple-mobile-web-app-title" content="|<noscript>)Hearthkeep/g,
      (_, before: string) => `${before}${escaped(name)}`,
    );
  if (!hash) return named;
  const icon = (file: string) => `/icons/${file}?look=${hash}`;
  return named
    .replace('content="#f7f3ec" media', `content="${paper.light}" media`)
    .replace('content="#121a17" media', `content="${paper.dark}" media`)
    .replace(
      'href="/icons/mark.svg" type="image/svg+xml"',
      mark ? `href="${icon('icon-192.png')}"` : `href="${icon('mark.svg')}" type="image/svg+xml"`,
    )
    .replace('/icons/apple-touch-icon.png', icon('apple-touch-icon.png'))
    .replace('</head>', `<link id="brand" rel="stylesheet" href="/brand.css?look=${hash}"></head>`);
}
