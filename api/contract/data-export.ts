import * as z from 'zod/mini';
import { Instant } from './entities.ts';

/** Where a person's own data can be taken as one file (`dataExportFile`). */
export const DataExport = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  requestedAt: z.nullable(Instant),
  /** Until when the file is there. */
  readyUntil: z.nullable(Instant),
  bytes: z.nullable(z.int()),
  /** When another can be asked for; `null` where that is now. */
  againAt: z.nullable(Instant),
});
export type DataExport = z.infer<typeof DataExport>;
