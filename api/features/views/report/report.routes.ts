import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readReport } from './report.service.ts';

export function reportRoutes(deps: Deps): Pick<Handlers, 'readReport'> {
  return { readReport: ({ query }) => readReport(deps, query.month) };
}
