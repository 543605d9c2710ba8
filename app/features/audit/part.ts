/** Plain words, or words with a link to what they name. */
export type Part = string | { text: string; href: string };
