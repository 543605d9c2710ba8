import { administrator } from '../../../core/person.ts';

/** A role as the calls and the log name it: 'customer', 'admin', or the id of any other role. */
export const roleWord = (roleId: string | null): string =>
  roleId === null ? 'customer' : roleId === administrator ? 'admin' : roleId;

/** The id of a named role, `null` for a customer; administrators are named in both ways. */
export const roleNamed = (word: string): string | null =>
  word === 'customer' ? null : word === 'admin' ? administrator : word;
