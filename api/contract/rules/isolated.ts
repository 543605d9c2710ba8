/** Letters that are read from right to left, and the characters that turn the direction of what follows them. */
const turned =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text as part of another: what reads from right to left in it does not turn the words, digits and signs around it. */
export const isolated = (text: string): string => (turned.test(text) ? `\u2068${text}\u2069` : text);
