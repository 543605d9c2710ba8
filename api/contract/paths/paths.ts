import { customerPaths } from './customer-paths.ts';
import { teamPaths } from './team-paths.ts';

/**
 * The first columns of the contract's table, of all calls: method and path. They are apart from the schemas in
 * `calls.ts` and from `access.ts`, which no browser loads on its first screen; a browser loads one of the two tables
 * that this one is made of.
 */
export const paths = { ...customerPaths, ...teamPaths } as const;

export type CallName = keyof typeof paths;
