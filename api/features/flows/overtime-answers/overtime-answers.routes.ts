import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { agreeToExtraHours, declineExtraHours, withdrawExtraHours } from './answer.service.ts';

export function overtimeAnswerRoutes(
  deps: Deps,
): Pick<Handlers, 'agreeToExtraHours' | 'declineExtraHours' | 'withdrawExtraHours'> {
  return {
    agreeToExtraHours: ({ person, params, body }) => agreeToExtraHours(deps, person, params.id, body),
    declineExtraHours: ({ person, params, body }) =>
      declineExtraHours(deps, person, params.id, body.questionId),
    withdrawExtraHours: ({ person, params, query }) =>
      withdrawExtraHours(deps, person, params.id, query.questionId),
  };
}
