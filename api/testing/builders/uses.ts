import type { Db } from '../../db/database.ts';
import { liveUses } from '../../features/records/hours/hours.repository.ts';

/** The minutes that a booking uses now, including those past the balance, and the part past it. */
export async function readUses(
  db: Db,
  bookingId: string,
): Promise<{ usedMinutes: number; overageMinutes: number }> {
  const uses = await liveUses(db, bookingId);
  const sum = (of: typeof uses) => of.reduce((total, { minutes }) => total - minutes, 0);
  return { usedMinutes: sum(uses), overageMinutes: sum(uses.filter(({ kind }) => kind === 'overage')) };
}
