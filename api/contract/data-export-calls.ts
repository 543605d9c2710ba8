import { call } from './call.ts';
import { DataExport } from './data-export.ts';
import { paths } from './paths.ts';

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
