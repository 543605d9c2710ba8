import { teamPaths } from '../../api/contract/rules/team-paths.ts';
import { callsOf } from './api.ts';

/** The calls of the team's pages, in a file that no customer's browser loads. */
export const { call: teamCall, keyOf: teamKeyOf } = callsOf(teamPaths);
