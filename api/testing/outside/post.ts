import { type Letter, type Mail, MailRefused, MailUnavailable } from '../../providers/mail/mail.ts';

/** A test's delivery of letters: keeps them, and fails when told to. */
export interface Post extends Mail {
  letters: Letter[];
  /** Sets the fate of the next letters; the last one stays. */
  meets(...next: ('taken' | 'refused' | 'away')[]): void;
}

export function aPost(): Post {
  const letters: Letter[] = [];
  let ahead: ('taken' | 'refused' | 'away')[] = ['taken'];
  return {
    kind: 'smtp',
    letters,
    meets(...next) {
      ahead = next;
    },
    async send(letter) {
      const what = ahead.length > 1 ? ahead.shift() : ahead[0];
      if (what === 'refused') throw new MailRefused('no such address');
      if (what === 'away') throw new MailUnavailable('nobody answered');
      letters.push(letter);
    },
  };
}
