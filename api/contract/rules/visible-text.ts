/**
 * Characters that no reader sees: controls, joiners, fillers and other ignorable characters of Unicode, and two
 * characters that are drawn blank. White space is not among them.
 */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufff9-\ufffb]/gu;

/**
 * The part of a text that a reader sees, for counting it. The stored text keeps its other characters, because emoji
 * and some scripts are composed with them.
 */
export const visiblePart = (text: string): string =>
  text
    .replace(/[\t\n\r]/g, ' ')
    .replace(invisible, '')
    .trim();

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => visiblePart(text) !== '';

/** Letters that are read from right to left, and the characters that turn the direction of what follows them. */
const turned =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text as part of another: what reads from right to left in it does not turn the words, digits and signs around it. */
export const isolated = (text: string): string => (turned.test(text) ? `\u2068${text}\u2069` : text);
