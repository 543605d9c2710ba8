/** A letter as data, from which both of its forms are made. All of it is plain text. */
export interface LetterContent {
  subject: string;
  /** The first line, for example "Hello Olivia,". */
  greeting: string;
  /** The event and what follows from it, a paragraph each. */
  sentences: readonly string[];
  /** The thing that the letter is about: its name, then its time. */
  about?: readonly string[];
  /** Figures and facts, such as those of a receipt. */
  facts?: readonly Fact[];
  /** Things that the letter lists, such as new bookings, with the path of each. */
  items?: readonly Item[];
  /** The team's reason. */
  reason?: string;
  /** The one thing to do next. Left out in a last letter. */
  action?: { label: string; path: string };
  /** Why this letter comes, with the page on which its reader can change that; left out where there is no choice. */
  choice?: { sentence: string; path: string };
}

export interface Fact {
  label: string;
  value: string;
}

export interface Item {
  title: string;
  detail: string;
  /** In its place in a letter: with words that no notification shows, since others may see the screen. */
  inLetter?: string;
  path: string;
}

/** A letter in both of its forms. */
export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
  /** A PNG, which the HTML shows; `null` without one. */
  mark: Buffer | null;
}

/** The words of a letter about a booking. */
export interface BookingWords {
  subject: string;
  /** The event, in a sentence. */
  sentence: string;
  /** The text of the link. */
  link: string;
  /** The team's own words, if the letter contains them. */
  quoted?: string;
}
