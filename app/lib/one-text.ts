/**
 * Joins words and values into one text, so that an element holds a single text: a browser's translation replaces text
 * nodes, and React could not update one of several. Nothing stands for null, undefined and false, as in JSX.
 */
export function oneText(
  words: TemplateStringsArray,
  ...values: (string | number | boolean | null | undefined)[]
): string {
  return words
    .map((word, at) => {
      const value = values[at];
      return word + (value === null || value === undefined || typeof value === 'boolean' ? '' : value);
    })
    .join('');
}
