import { teamPaths } from '../../api/contract/paths/team-paths.ts';
import { callIn, keyIn } from '../lib/api.ts';

/** Makes a call of the team's pages. No customer's browser loads this file. */
export const teamCall = callIn(teamPaths);

/** A query's key, as `keyOf` makes it. */
export const teamKeyOf = keyIn(teamPaths);
