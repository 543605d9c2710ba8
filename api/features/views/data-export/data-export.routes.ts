import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readDataExport, requestDataExport } from './data-export.service.ts';

export function dataExportRoutes(deps: Deps): Pick<Handlers, 'readDataExport' | 'requestDataExport'> {
  return {
    readDataExport: ({ person }) => readDataExport(deps, person.id),
    requestDataExport: ({ person }) => requestDataExport(deps, person.id),
  };
}
