/** Letters that Unicode does not take apart into one without its accent. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** As a person looks for it: lower case, without accents, with one kind of apostrophe. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => plain[letter] ?? letter)
    .replace(/[‘’ʼ`´]/g, "'");

/** Longer words are found by their beginning; half of a letter that takes two units is none. */
const cut = (word: string): string => word.slice(0, 100).replace(/[\ud800-\udbff]$/, '');

const bySpace = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean);

const inParts = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u));

/**
 * The words under which something is found by its texts: whole, in their parts, and a name's without what joins them
 * ("O'Brien": "o'brien", "o", "brien", "obrien").
 * @param addresses what is found whole and in its parts alone
 */
export function wordsOf(names: string, addresses = ''): string[] {
  const [ofNames, ofAddresses] = [bySpace(names), bySpace(addresses)];
  const whole = [...ofNames, ...ofAddresses];
  const joined = ofNames.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  // Cut first: words that differ only further on are one.
  return [...new Set([...whole, ...inParts(whole), ...joined].map(cut))].filter(Boolean);
}

/** What is looked for, word by word; the longest first, since it is likely to be the rarest. */
export const wantedWords = (text: string): string[] =>
  [...new Set(bySpace(text).map(cut))].slice(0, 5).sort((a, b) => b.length - a.length);

/** Sorts after every word that begins with a prefix when it follows that prefix; both engines compare bytes. */
export const lastLetter = '\u{10ffff}';
