import type { Tx } from '../../db/database.ts';
import { clearAssignee } from './chat.repository.ts';

/** Lets go of every conversation that somebody has, who is of the team no more: nobody's, others find it. */
export const letGoOfAll = (tx: Tx, assigneeId: string, now: string): Promise<void> =>
  clearAssignee(tx, assigneeId, now);
