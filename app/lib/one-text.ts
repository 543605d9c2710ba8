/** Letters that are read from right to left, and the characters that turn the direction of what follows them. */
const turned =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text as part of another: what reads from right to left in it does not turn the words, digits and signs around it. */
export const isolated = (text: string): string => (turned.test(text) ? `\u2068${text}\u2069` : text);

/**
 * Joins words and values into one text, so that an element holds a single text: a browser's translation replaces text
 * nodes, and React could not update one of several. Nothing stands for null, undefined and false, as in JSX. A value
 * that reads from right to left leaves the others in their places.
 */
export function oneText(
  words: TemplateStringsArray,
  ...values: (string | number | boolean | null | undefined)[]
): string {
  return words
    .map((word, at) => {
      const value = values[at];
      const nothing = value === null || value === undefined || typeof value === 'boolean';
      return word + (nothing ? '' : isolated(String(value)));
    })
    .join('');
}

/** A line of text in which a time stays on one line with its unit: '20.5 h', '30 min'. */
export const unbroken = (line: string): string => line.replace(/(?<=\d) (?=(?:h|min)\b)/g, '\u00a0');
