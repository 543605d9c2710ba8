import { messageLimit } from '../../api/contract/rules/message-terms.ts';
import { isVisible } from '../../api/contract/rules/visible-text.ts';

/** The length from which the remaining room is shown. */
const near = 3800;

const figure = (n: number) => n.toLocaleString('en-AU');

export interface Room {
  tooLong: boolean;
  /** Whether a reader would see nothing. */
  isEmpty: boolean;
  /** The message for the person; empty while there is plenty of room. */
  text: string;
}

/** The room left in a message; messages are trimmed before sending. */
export function roomFor(message: string): Room {
  const { length } = message.trim();
  const isEmpty = !isVisible(message);
  if (length <= near) return { tooLong: false, isEmpty, text: '' };
  const count = `${figure(length)} of ${figure(messageLimit)} characters`;
  if (length <= messageLimit) return { tooLong: false, isEmpty, text: count };
  return {
    tooLong: true,
    isEmpty,
    text: `${count}. Please keep a message under ${messageLimit} characters: ${figure(length - messageLimit)} too many.`,
  };
}
