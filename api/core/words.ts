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

/** Numbers are compared by these last digits, which are the same with a country code, with a trunk zero and without. */
const compared = 8;

/** The most digits of a telephone number (ITU-T E.164). */
const longest = 15;

/** Digits and what joins them, as in "+61 (0)412 345-678 / 0413 000 111"; of one line, and read in linear time. */
const run = /[\d+(][\d +().\-/]*/g;

/** The digit that a digit of any script stands for; each script has its ten in a row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** A text with the plain form of each space, hyphen and digit, without invisible characters. */
const plainly = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/(?!\d)\p{Nd}/gu, plainDigit);

/** Digits, and the characters before them. */
interface Group {
  mark: string;
  digits: string;
}

const lengthOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { digits }) => sum + digits.length, 0);

/** Divides groups where a number begins. @param begins says so of a group, after so many digits of a number */
function dividedAt(groups: readonly Group[], begins: (group: Group, before: number) => boolean): Group[][] {
  const numbers: Group[][] = [];
  let before = 0;
  for (const group of groups) {
    if (!before || begins(group, before)) {
      numbers.push([]);
      before = 0;
    }
    numbers.at(-1)?.push(group);
    before += group.digits.length;
  }
  return numbers;
}

/** The digits of each number in a run. One that is too long is several, each from its trunk zero. */
function numbersIn(written: string): string[] {
  const groups: Group[] = [];
  let mark = '';
  for (const part of written.match(/\d+|\D+/g) ?? [])
    if (/\d/.test(part)) groups.push({ mark, digits: part });
    else mark = part;
  const marked = dividedAt(
    groups,
    (group, before) => group.mark.includes('+') || (before >= compared && /[(/]/.test(group.mark)),
  );
  return marked
    .flatMap((number) =>
      lengthOf(number) <= longest
        ? [number]
        : dividedAt(
            number,
            ({ digits }, before) =>
              before >= compared && (digits.startsWith('0') || before + digits.length > longest),
          ),
    )
    .map((number) => number.map(({ digits }) => digits).join(''))
    .filter(({ length }) => length >= compared && length <= longest);
}

/** The words of the telephone numbers in a text, such as "+12345678". No name and no address has a word of this form. */
export const numberWords = (text: string): string[] => [
  ...new Set(
    [...plainly(text).matchAll(run)]
      .flatMap(([written]) => numbersIn(written))
      .map((digits) => `+${digits.slice(-compared)}`),
  ),
];

/** Whether a word is that of a telephone number. */
export const isNumberWord = (word: string): boolean => /^\+\d{8}$/.test(word);

/** The words of a search that is telephone numbers and nothing else; none for another text. */
export const wantedNumber = (text: string): string[] =>
  plainly(text).replace(run, '').trim() === '' ? numberWords(text) : [];

/** Words of most addresses, which tell nobody from another. */
const everywhere = new Set(
  'street st road rd avenue ave lane ln drive dr court ct place pl parade pde unit nsw vic qld tas act nt wa sa australia'.split(
    ' ',
  ),
);

/** Marks a word of an address. No other word begins with a space. */
const ofPlace = ' ';
const asPlaces = (words: readonly string[]): string[] =>
  words.filter((word) => !everywhere.has(word)).map((word) => ofPlace + word);

/** The words of an address, such as " rosella" and " 2042", apart from all other words. */
export const placeWords = (text: string): string[] => asPlaces(wordsOf('', text));

export const isPlaceWord = (word: string): boolean => word.startsWith(ofPlace);

/** The words of a search for an address; none for a text of single letters, which would find nearly everybody. */
export function wantedPlace(text: string): string[] {
  const words = asPlaces(wantedWords(text));
  return words.some((word) => word.length > 3) ? words : [];
}

/** A mail address from each of its parts on: "lee@mail.example", "mail.example" and "example" of "amy.lee@mail.example". */
export function emailWords(email: string): string[] {
  const whole = fold(email.trim());
  return [...whole.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => cut(whole.slice(index)));
}

/** Appended to a prefix, it sorts after every word with that prefix; both engines compare bytes. */
export const lastLetter = '\u{10ffff}';
