import type { Tx } from '../../../db/database.ts';
import { clearAssignee } from './chat.repository.ts';

/** Frees every conversation of a person who has left the team, so that others find it. */
export const letGoOfAll = (db: Tx, assigneeId: string, now: string): Promise<void> =>
  clearAssignee(db, assigneeId, now);
