import { moveOlderDrafts } from '../outbox/older-drafts.ts';
import { outboxStore } from '../outbox/store.ts';
import { dropOthersSeen } from '../photos/seen.ts';
import { dropLeftShared } from '../photos/shared.ts';
import { dropOthersBegun } from '../storage/begun.ts';
import { dropOthersDrafts } from '../storage/drafts.ts';

/**
 * Cleans up at a start. It moves unfinished texts of an older release. It drops the texts and photos of earlier
 * persons, except those of waiting messages, and shared photos that are another person's or older than a day. A
 * failed step is repeated at the next start.
 */
export async function tidyUp(userId: string): Promise<void> {
  await Promise.allSettled([
    moveOlderDrafts().finally(() => dropOthersDrafts(userId)),
    Promise.resolve().then(dropOthersBegun),
    dropOthersSeen(userId),
    dropLeftShared(userId),
    outboxStore.dropOthersDraftPhotos(userId),
  ]);
}
