import * as z from 'zod/mini';
import { deletionWaits } from './account-deletion.ts';
import { DataExport } from './data-export.ts';
import { Instant } from './entities.ts';

/** What the team knows of a person's own data: whether a file of it is there, and whether their account goes. */
export const CustomerData = z.object({
  file: DataExport,
  /** `null` where nobody has asked for it. */
  deletion: z.nullable(
    z.object({
      requestedAt: Instant,
      /** Whether an administrator asked for them. */
      byTeam: z.boolean(),
      /** When it is done. */
      at: Instant,
      /** Whether it can be taken back still. */
      mayKeep: z.boolean(),
      /** Why it is not done yet though that day has come. */
      waitsFor: z.nullable(z.enum(deletionWaits)),
      doneAt: z.nullable(Instant),
    }),
  ),
});
export type CustomerData = z.infer<typeof CustomerData>;
