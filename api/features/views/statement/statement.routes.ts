import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listStatement, readHours } from './statement.service.ts';

export function hoursRoutes(deps: Deps): Pick<Handlers, 'readHours' | 'listHoursStatement'> {
  return {
    readHours: ({ person }) => readHours(deps, person),
    async listHoursStatement({ person, query, nextPage }) {
      const { lines, next } = await listStatement(deps, person, query);
      if (next) nextPage(next);
      return lines;
    },
  };
}
