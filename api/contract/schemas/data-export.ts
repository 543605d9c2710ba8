import * as z from 'zod/mini';
import { Instant } from './primitives.ts';

/** The state of a person's file of their own data (`dataExportFile`). */
export const DataExport = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  requestedAt: z.nullable(Instant),
  /** The end of the time in which the file can be taken. */
  readyUntil: z.nullable(Instant),
  bytes: z.nullable(z.int()),
  /** The earliest time for another file; `null` if that is now. */
  againAt: z.nullable(Instant),
});
export type DataExport = z.infer<typeof DataExport>;
