/** A letter to one person, plain text. */
export interface Letter {
  /** Of this letter for ever: whoever is handed it twice may know it again. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Whoever carries letters, in our own words. */
export interface Mail {
  kind: 'smtp' | 'mailbox';
  /**
   * Resolves when the letter has been taken on.
   * @throws MailRefused, MailUnavailable
   */
  send(letter: Letter): Promise<void>;
}

/** This letter will never be taken on, such as to an address that is none. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Nobody answered, or not now: the same letter may be taken on later. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
