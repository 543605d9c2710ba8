/** Letters that Unicode does not decompose into a plain letter and an accent. */
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
  // Lower case makes one letter of two, by its place in the word; a search may end before the word does.
  ς: 'σ',
};

/** A text in the form in which people search: lower case, without accents, with one kind of apostrophe. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıς]/g, (letter) => plain[letter] ?? letter)
    .replace(/[‘’ʼ`´]/g, "'");

/** Longer words are found by their beginning. The cut never leaves half of a letter that takes two units. */
const cut = (word: string): string => word.slice(0, 100).replace(/[\ud800-\udbff]$/, '');

const bySpace = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean);

const inParts = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u));

/**
 * The words under which something is found: each word whole, its parts, and names without the characters that join
 * them ("O'Brien": "o'brien", "o", "brien", "obrien").
 * @param addresses texts that are found only whole and in their parts
 */
export function wordsOf(names: string, addresses = ''): string[] {
  const [ofNames, ofAddresses] = [bySpace(names), bySpace(addresses)];
  const whole = [...ofNames, ...ofAddresses];
  const joined = ofNames.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  // Cut before the duplicates are removed: words that differ only after the cut are one.
  return [...new Set([...whole, ...inParts(whole), ...joined].map(cut))].filter(Boolean);
}

/** Characters around a word that belong to the sentence, as in 'Lee, Amy'. */
const around = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The words of a search; the longest first, since it is likely to be the rarest. */
export const wantedWords = (text: string): string[] =>
  [...new Set(bySpace(text).map((word) => cut(word.replace(around, ''))))]
    .filter(Boolean)
    .slice(0, 5)
    .sort((a, b) => b.length - a.length);

/** A telephone number within a text, as people write one: "+61 (0)412 345-678". */
const number = /[+(]*\d[\d\s().\-–/]{6,}\d/g;

/** Numbers are compared by these last digits, which are the same with a country code, with a trunk zero and without. */
const compared = 8;

/** The words of the telephone numbers in a text, such as "+12345678". No name and no address has a word of this form. */
export const numberWords = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(number)]
      .map(([written]) => written.replace(/\D/g, ''))
      .filter(({ length }) => length >= compared)
      .map((digits) => `+${digits.slice(-compared)}`),
  ),
];

/** Whether a word is that of a telephone number. */
export const isNumberWord = (word: string): boolean => /^\+\d{8}$/.test(word);

/** The word of a search that is a telephone number and nothing else; none for another text. */
export const wantedNumber = (text: string): string[] =>
  text.trim().replace(number, '') === '' ? numberWords(text) : [];

/** Appended to a prefix, it sorts after every word with that prefix; both engines compare bytes. */
export const lastLetter = '\u{10ffff}';
