import { isLeaving, personMark } from '../../lib/session.ts';
import { isSealed } from './seal.ts';

/**
 * Something is being made in this page that would be lost with it: whoever leaves or reloads is asked first, by the
 * browser (Safari on iOS does not ask). Not by a sign-out, which has asked by itself, nor once the page may not stay:
 * its session has ended, or another person's has begun.
 * @returns what ends it
 */
export function askBeforeLeaving(): () => void {
  const mark = personMark();
  const ask = (event: Event) => {
    if (!isSealed() && !isLeaving() && personMark() === mark) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
