/** The longest message, of a booking or the live chat (the contract's limit, without its validators). */
export const limit = 4000;
/** The length from which the remaining room is shown. */
const near = 3800;

const figure = (n: number) => n.toLocaleString('en-AU');

export interface Room {
  tooLong: boolean;
  /** The message for the person; empty while there is plenty of room. */
  text: string;
}

/** The room left in a message; messages are trimmed before sending. */
export function roomFor(message: string): Room {
  const { length } = message.trim();
  if (length <= near) return { tooLong: false, text: '' };
  const count = `${figure(length)} of ${figure(limit)} characters`;
  if (length <= limit) return { tooLong: false, text: count };
  return {
    tooLong: true,
    text: `${count}. Please keep a message under ${limit} characters: ${figure(length - limit)} too many.`,
  };
}
