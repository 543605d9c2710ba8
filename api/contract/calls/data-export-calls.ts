import { paths } from '../paths/paths.ts';
import { DataExport } from '../schemas/data-export.ts';
import { call } from './call.ts';

/** Calls for a person's own data. */
export const dataExportCalls = {
  readDataExport: call({
    ...paths.readDataExport,
    summary: 'Whether a file of everything that is kept of me is there',
    answer: DataExport,
  }),
  requestDataExport: call({
    ...paths.requestDataExport,
    summary: 'Has that file made, once a day; while one is being made it is that one',
    cost: 'heavy',
    answer: DataExport,
  }),
} as const;
