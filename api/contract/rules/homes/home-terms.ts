/** The limits of saved homes; lengths in characters. */
export const homeLimits = {
  /** Homes of one person. */
  most: 20,
  label: 40,
  shortestAddress: 5,
  access: 2000,
  /** Of what is said about pets, and about parking. */
  words: 500,
} as const;
