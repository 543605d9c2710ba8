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

// Names have no case in HTML. `on…` would run a script; `href` would load or open an address.
const attribute = `\\s+(?!on|(?:[a-z-]+:)?href)[a-z][a-z:-]*=(?:"[^"<>&]*"|'[^'<>&]*')`;
const tags = 'svg|g|path|rect|circle|ellipse|line|polyline|polygon';
// Each part begins in its own way, and each character can belong to one part alone: so a markup is read once, forwards,
// however long it is and wherever it fails. The data addresses of ionicons match as a whole.
const drawing = new RegExp(
  `^(?:data:image/svg\\+xml;utf8,)?(?:</?(?:${tags})(?:${attribute})*\\s*/?>|<title>[^<>&]*</title>|\\s)*$`,
  'i',
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
