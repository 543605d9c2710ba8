/**
 * An attempt to book. Its key stays the same as long as the sent content does, so that a repeat books nothing new.
 */
export interface Attempt {
  content: string;
  key: string;
}

/** The attempt for this content: the earlier one for the same content, otherwise a new one. */
export function attemptFor(
  content: unknown,
  earlier: Attempt | undefined,
  newKey: () => string = () => crypto.randomUUID(),
): Attempt {
  const text = JSON.stringify(content);
  return earlier?.content === text ? earlier : { content: text, key: newKey() };
}
