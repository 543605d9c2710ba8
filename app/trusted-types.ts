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

const tags = new Set('svg g path rect circle ellipse line polyline polygon title'.split(' '));

/** Ionicons are data addresses as a whole. */
const dataAddress = /^data:image\/svg\+xml;utf8,/;

// Each expression matches at one place in one way only, so that no markup takes more than one pass.
const tag = /<(\/?)([a-z]+)((?:\s+[^\s<>="'/]+="[^"<>&]*"|\s+[^\s<>="'/]+='[^'<>&]*')*)\s*\/?>/y;
const attribute = /\s+([^\s<>="'/]+)=(?:"[^"]*"|'[^']*')/g;
const text = /[^<>&]+/y;

/** Names of HTML and SVG attributes have no case. `on…` would run a script, `href` would load or open an address. */
const isHarmless = (name: string) => /^[a-z][a-z:-]*$/i.test(name) && !/^on|(?:^|:)href$/i.test(name);

/** Whether the markup has nothing but known tags of a drawing with quoted attributes, and words only in titles. */
function isDrawing(markup: string): boolean {
  let at = dataAddress.exec(markup)?.[0].length ?? 0;
  let within = '';
  while (at < markup.length) {
    tag.lastIndex = at;
    text.lastIndex = at;
    const [whole = '', closing = '', name = '', attributes = ''] = tag.exec(markup) ?? [];
    if (whole) {
      if (!tags.has(name)) return false;
      if ([...attributes.matchAll(attribute)].some(([, attributeName = '']) => !isHarmless(attributeName)))
        return false;
      within = closing ? '' : name;
      at += whole.length;
      continue;
    }
    const [words = ''] = text.exec(markup) ?? [];
    if (!words || (words.trim() && within !== 'title')) return false;
    at += words.length;
  }
  return true;
}

/** Returns plain SVG markup unchanged, and anything else escaped. */
export function safeHtml(html: string): string {
  return isDrawing(html) ? html : html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
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
