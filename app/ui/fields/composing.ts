/** WebKit tells of the key that ends a composition after its end, by this code alone. */
const processKey = 229;

/** Whether a key belongs to a composition, such as the Enter that takes a word in Japanese, and to nothing else. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === processKey;
