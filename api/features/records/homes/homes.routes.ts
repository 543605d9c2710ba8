import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import {
  answerSuggested,
  changeHome,
  createHome,
  deleteHome,
  joinHomes,
  listHomes,
} from './homes.service.ts';

type Names = 'listHomes' | 'createHome' | 'changeHome' | 'deleteHome' | 'joinHomes' | 'answerSuggestedHomes';

export function homeRoutes(deps: Deps): Pick<Handlers, Names> {
  return {
    listHomes: ({ person }) => listHomes(deps.db, person.id),
    createHome: ({ person, body }) => createHome(deps, person, body),
    changeHome: ({ person, params, body }) => changeHome(deps, person, params.id, body),
    deleteHome: ({ person, params }) => deleteHome(deps, person, params.id),
    joinHomes: ({ person, params, body }) => joinHomes(deps, person, params.id, body.homeId),
    answerSuggestedHomes: ({ person, body }) => answerSuggested(deps, person, body.keep),
  };
}
