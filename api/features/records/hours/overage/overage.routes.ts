import type { Deps } from '../../../../deps.ts';
import type { Handlers } from '../../../../http/handlers.ts';
import { readBookingTerms } from './overage-terms.service.ts';

export function overageRoutes(deps: Deps): Pick<Handlers, 'readBookingTerms'> {
  return { readBookingTerms: ({ person, query }) => readBookingTerms(deps, person, query) };
}
