import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readCharge, refundCharge } from './team-refunds.service.ts';

export function teamRefundRoutes(deps: Deps): Pick<Handlers, 'readCharge' | 'refundCharge'> {
  return {
    readCharge: ({ params }) => readCharge(deps, params.id),
    refundCharge: ({ person, params, body, key }) => refundCharge(deps, person, params.id, body, key),
  };
}
