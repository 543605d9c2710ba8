// Kept apart from the schemas because forms use these values without loading a validator.

/** The limits of a service and of the whole offer; lengths in characters, prices in cents. */
export const offerLimits = {
  name: 80,
  description: 1000,
  searchWords: 300,
  included: { lines: 20, length: 120 },
  /** The least and the most that the card provider takes. */
  cents: { min: 100, max: 99_999_999 },
  minutes: { min: 15, max: 6000, step: 15 },
  noticeHours: 720,
  questions: { most: 10, length: 200, options: 20, option: 80 },
  /** The length of an answer. */
  answer: 1000,
  categories: 50,
  services: 1000,
  /** Drafts that are published as one. */
  together: 100,
} as const;

/** The colours of the palette that a category may have. */
export const categoryColors = ['amber', 'sky', 'leaf', 'plum', 'slate'] as const;
/** The icons that a category may have. */
export const categoryIcons = ['tool', 'drop', 'leaf', 'bag', 'bulb'] as const;
