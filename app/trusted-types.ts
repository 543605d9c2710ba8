/**
 * The page's one Trusted Types policy, made before anything else runs. Ionic writes icons, and some components their
 * labels, through innerHTML: only plain SVG markup is accepted; anything else is shown as text.
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ): unknown;
}

const name = '[a-zA-Z][a-zA-Z-]*';
const attribute = `\\s+(?!on)(?!(?:xlink:)?href)${name}(?::${name})?(?:="[^"<>&]*"|='[^'<>&]*')?`;
const tags = 'svg|g|path|rect|circle|ellipse|line|polyline|polygon|title';
const drawing = new RegExp(
  // The data addresses of ionicons match as a whole, unchanged.
  `^(?:data:image/svg\\+xml;utf8,)?(?:<(?:${tags})(?:${attribute})*\\s*/?>|</(?:${tags})>|\\s|[\\w ]+(?=</title>))*$`,
);

/** Returns plain SVG markup unchanged, and anything else escaped. */
export function safeHtml(html: string): string {
  return drawing.test(html) ? html : html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Accepts script addresses of this server and of the card provider. @throws TypeError for any other address. */
export function safeScriptUrl(url: string): string {
  const { origin } = new URL(url, location.href);
  if (origin !== location.origin && origin !== 'https://js.stripe.com')
    throw new TypeError(`Refused script from ${origin}`);
  return url;
}

/** Called first by the entry. Browsers without Trusted Types are left as they are. */
export function installTrustedTypes(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', { createHTML: safeHtml, createScriptURL: safeScriptUrl });
}
