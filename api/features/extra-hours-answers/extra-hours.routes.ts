import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listExtraHours } from '../extra-hours/question.service.ts';
import { agreeToExtraHours, declineExtraHours, withdrawExtraHours } from './answer.service.ts';

export function extraHoursRoutes(
  deps: Deps,
): Pick<Handlers, 'agreeToExtraHours' | 'declineExtraHours' | 'listExtraHours' | 'withdrawExtraHours'> {
  return {
    agreeToExtraHours: ({ person, params, body }) => agreeToExtraHours(deps, person, params.id, body),
    declineExtraHours: ({ person, params, body }) =>
      declineExtraHours(deps, person, params.id, body.questionId),
    async listExtraHours({ query, nextPage }) {
      const { rows, next } = await listExtraHours(deps.db, query);
      if (next) nextPage(next);
      return rows;
    },
    withdrawExtraHours: ({ person, params, query }) =>
      withdrawExtraHours(deps, person, params.id, query.questionId),
  };
}
