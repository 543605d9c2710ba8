import { moveOlderDrafts } from '../outbox/older-drafts.ts';
import { outboxStore } from '../outbox/store.ts';
import { dropOthersSeen } from '../photos/seen.ts';
import { dropLeftShared } from '../photos/shared.ts';
import { dropOthersBegun } from '../storage/begun.ts';
import { dropOthersDrafts } from '../storage/drafts.ts';

/**
 * What a start owes those before it: takes over what an older release kept of what was being typed, and drops what
 * whoever was signed in before this person was typing on the device, and their photos, but for messages that wait to be
 * sent; and what this person shared to the app and left there. What fails is tried at the next start.
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
