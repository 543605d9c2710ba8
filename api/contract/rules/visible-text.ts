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
