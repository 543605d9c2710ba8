/** The name by which a letter's HTML shows the mark that comes with it. */
export const markCid = 'mark@letter';

/** A letter to one person, as plain text and as HTML. */
export interface Letter {
  /** The letter's permanent id, by which a receiver recognises a repeat. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The same as HTML, which loads nothing from elsewhere. */
  html: string;
  /** The brand's mark as a PNG, which the HTML shows by `markCid`; `null` without one. */
  mark: Buffer | null;
}

/** The delivery of letters, in our own terms. */
export interface Mail {
  kind: 'smtp' | 'mailbox';
  /**
   * Resolves when the letter has been accepted.
   * @throws MailRefused, MailUnavailable
   */
  send(letter: Letter): Promise<void>;
}

/** The letter will never be accepted, for example because its address is invalid. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail server did not answer, or cannot accept letters now; the same letter may be sent later. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
