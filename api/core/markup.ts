const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML, also within an attribute's quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** HTML that `markup` has made. Only this class's instances get into other HTML as they are. */
class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type { Markup };

type Value = string | number | Markup | readonly Markup[] | null;

/**
 * HTML from a template: every text in it is escaped, so that nobody's words become tags. Attributes stand in double
 * quotes, and `null` stands for nothing.
 */
export function markup(words: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(words.map((word, at) => word + htmlOf(values[at] ?? null)).join(''));
}

function htmlOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? value.map(htmlOf).join('') : escaped(String(value));
}
