/** The longest message, of a booking or the live chat (the contract's, without its validators). */
export const limit = 4000;
/** From here on the person is shown how much is left. */
const near = 3800;

const figure = (n: number) => n.toLocaleString('en-AU');

export interface Room {
  tooLong: boolean;
  /** What to say of it; empty while there is plenty of room. */
  text: string;
}

/** How much of a message there is room for; what is sent is trimmed. */
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
