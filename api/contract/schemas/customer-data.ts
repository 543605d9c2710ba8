import * as z from 'zod/mini';
import { deletionWaits } from './account-deletion.ts';
import { DataExport } from './data-export.ts';
import { Instant } from './primitives.ts';

/**
 * The state of a person's own data for the team: whether their file exists, and whether their account is to be
 * deleted.
 */
export const CustomerData = z.object({
  file: DataExport,
  /** `null` if nobody has asked for it. */
  deletion: z.nullable(
    z.object({
      requestedAt: Instant,
      /** Whether an administrator made the request. */
      byTeam: z.boolean(),
      /** The time of the deletion. */
      at: Instant,
      /** Whether the request can still be taken back. */
      mayKeep: z.boolean(),
      /** The reason why the account still exists after that time. */
      waitsFor: z.nullable(z.enum(deletionWaits)),
      doneAt: z.nullable(Instant),
    }),
  ),
});
export type CustomerData = z.infer<typeof CustomerData>;
