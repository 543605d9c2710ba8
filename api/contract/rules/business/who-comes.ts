import { isolated } from '../visible-text.ts';

/** Says who comes to a visit, or is there: 'Ana Silva and Ben Cho come to you'. @param names one at least */
export function whoComes(names: readonly string[], isThere: boolean): string {
  const all = names.map(isolated).join(' and ');
  const [one, several] = isThere ? ['is with you', 'are with you'] : ['comes to you', 'come to you'];
  return `${all} ${names.length > 1 ? several : one}`;
}
