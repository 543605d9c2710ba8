import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readTeamChoices, saveTeamChoices } from './choices.service.ts';

export function teamNoticeRoutes(deps: Deps): Pick<Handlers, 'readTeamChoices' | 'saveTeamChoices'> {
  return {
    readTeamChoices: ({ person }) => readTeamChoices(deps.db, person),
    saveTeamChoices: ({ person, body }) => saveTeamChoices(deps, person, body),
  };
}
