import { randomUUID } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import type { Moves } from './agreed.rules.ts';
import { selectLastMove } from './bookings.repository.ts';

/** The facts of a booking's moves that an agreement about a request depends on. */
export async function readMoves(db: Db, bookingId: string): Promise<Moves> {
  const [last] = await selectLastMove(db, { bookingId });
  return { last: last ?? null, nextId: randomUUID() };
}
