/** A try to book: its key stays the same for as long as what is sent does, so that a repeat books nothing new. */
export interface Attempt {
  content: string;
  key: string;
}

/** The attempt for this content: the earlier one if it was for the same, else a new one. */
export function attemptFor(
  content: unknown,
  earlier: Attempt | undefined,
  newKey: () => string = () => crypto.randomUUID(),
): Attempt {
  const text = JSON.stringify(content);
  return earlier?.content === text ? earlier : { content: text, key: newKey() };
}
