import { isLeaving, personMark } from '../../lib/session.ts';
import { isSealed } from './seal.ts';

/**
 * Makes the browser ask before the page is left or reloaded, because unfinished work would be lost (Safari on iOS
 * does not ask). It does not ask at a sign-out, which has its own question, nor when the page may not stay: its
 * session has ended, or another person's has begun.
 * @returns a function that ends it
 */
export function askBeforeLeaving(): () => void {
  const mark = personMark();
  const ask = (event: Event) => {
    if (!isSealed() && !isLeaving() && personMark() === mark) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
