import { readDraft, saveDraft } from '../storage/drafts.ts';
import { plainStorage } from '../storage/plain-storage.ts';
import { openOutbox } from './database.ts';

/**
 * Moves unfinished texts of an older release to their present place. This is not a step of the database's upgrade,
 * because the worker may run that and cannot reach plain storage.
 */
export async function moveOlderDrafts(): Promise<void> {
  const db = await openOutbox();
  if (!db.objectStoreNames.contains('drafts')) return;
  for (const { userId, bookingId, text } of await db.getAll('drafts')) {
    // Text typed since is newer.
    if (!readDraft(userId, bookingId)) saveDraft(userId, bookingId, text);
    if (plainStorage.keepsAll()) await db.delete('drafts', [userId, bookingId]);
  }
}
