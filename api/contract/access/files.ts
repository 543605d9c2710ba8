import { dataExportFile } from '../rules/data-export-file.ts';
import type { Who } from './access.ts';

/**
 * The files that the server makes for people, and who may have each. They are no calls: their answers are no JSON. The
 * calendar's address is secret, and needs no session.
 */
export const files = {
  bookings: { path: '/api/admin/bookings/export.csv', who: 'bookings.read' },
  statement: { path: '/api/hours/statement.csv', who: 'person' },
  personalData: { path: dataExportFile, who: 'person' },
} as const satisfies Record<string, { path: string; who: Who }>;
