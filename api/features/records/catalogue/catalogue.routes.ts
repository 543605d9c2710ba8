import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listCategories, listServices, readService } from './catalogue.service.ts';

export function catalogueRoutes(
  deps: Deps,
): Pick<Handlers, 'listCategories' | 'listServices' | 'readService'> {
  const { db } = deps;
  return {
    listCategories: () => listCategories(db),
    listServices: () => listServices(deps),
    readService: ({ params }) => readService(deps, params.id),
  };
}
