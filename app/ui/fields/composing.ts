/** WebKit reports the key that ends a composition after its end, recognisable only by this code. */
const processKey = 229;

/** Whether a key belongs to a composition alone, such as the Enter that accepts a word in Japanese. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === processKey;
