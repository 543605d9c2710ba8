import { readDraft, saveDraft } from '../storage/drafts.ts';
import { plainStorage } from '../storage/plain-storage.ts';
import { openOutbox } from './database.ts';

/**
 * Takes what an older release kept of what was being typed to where it is kept now. Not a step of the database's
 * upgrade, which may be the worker's to make: it can't reach plain storage.
 */
export async function moveOlderDrafts(): Promise<void> {
  const db = await openOutbox();
  if (!db.objectStoreNames.contains('drafts')) return;
  for (const { userId, bookingId, text } of await db.getAll('drafts')) {
    // What has been typed since is newer.
    if (!readDraft(userId, bookingId)) saveDraft(userId, bookingId, text);
    if (plainStorage.keepsAll()) await db.delete('drafts', [userId, bookingId]);
  }
}
