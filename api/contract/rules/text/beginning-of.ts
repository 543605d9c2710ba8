/** The beginning of a text, up to `most` UTF-16 units and '…' for the rest; never half of an emoji. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // A pair that is cut leaves its first half, and a joined emoji the joiner.
  return `${text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\u200d$/, '')
    .trimEnd()}…`;
}
