import { isolated } from '../../api/contract/rules/visible-text.ts';

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
