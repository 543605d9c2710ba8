import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { presentBusiness } from './business.service.ts';

export function businessRoutes(deps: Deps): Pick<Handlers, 'readBusiness'> {
  return { readBusiness: () => presentBusiness(deps) };
}
