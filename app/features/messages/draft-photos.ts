import { photoLimits } from '../../../api/contract/photos.ts';
import { holdReload } from '../../lib/reload-hold.ts';
import type { KeptPhoto } from '../../pwa/outbox/database.ts';
import { outboxStore } from '../../pwa/outbox/store.ts';
import { inHand, type MadePhoto } from '../../pwa/photos/in-hand.ts';
import { preparePhoto } from '../../pwa/photos/prepare.ts';
import { askBeforeLeaving } from '../../pwa/storage/stay.ts';

/** A file that was chosen, under the id that its photo is to have. */
export interface ChosenFile {
  id: string;
  file: Blob;
  /** The id that it was shared under, where it was. */
  shared?: string;
}

/** What is said of a booking's draft: look again, and these have left it. */
interface DraftNews {
  bookingId: string;
  gone: string[];
}

/** To the other tabs, which show the same draft. */
const channel = new BroadcastChannel('hearthkeep-draft-photos');
const listeners = new Set<(bookingId: string) => void>();
/** What was taken out, or went with a message: whoever still makes, keeps or reads one lets it be. */
const left = new Set<string>();

channel.onmessage = ({ data }: MessageEvent<DraftNews>) => hear(data);

function hear({ bookingId, gone }: DraftNews): void {
  for (const id of gone) {
    left.add(id);
    inHand.get(bookingId)?.delete(id);
  }
  for (const listener of listeners) listener(bookingId);
}

function tell(news: DraftNews): void {
  hear(news);
  channel.postMessage(news);
}

/** Calls `listener` when photos came to a booking's message or left it, here or in another tab. */
export function onDraftPhotos(listener: (bookingId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isDraftGone = (id: string): boolean => left.has(id);

/** The photos of a booking's message that are not on the device, as they are now; `null` for what is being made. */
export const photosInHand = (bookingId: string): ReadonlyMap<string, MadePhoto | null> =>
  new Map(inHand.get(bookingId));

/** Gives what is about to be made its places. */
function begin(bookingId: string, files: readonly ChosenFile[]): void {
  const hand = inHand.get(bookingId) ?? new Map<string, MadePhoto | null>();
  for (const { id } of files) hand.set(id, null);
  inHand.set(bookingId, hand);
  hear({ bookingId, gone: [] });
}

/** Shows what came of one to whoever shows the message; once it is on the device, it is read from there. */
function finish(bookingId: string, id: string, photo: MadePhoto | null): void {
  const hand = inHand.get(bookingId);
  if (photo) hand?.set(id, photo);
  else hand?.delete(id);
  const news = { bookingId, gone: [] };
  if (!photo?.stored) hear(news);
  else {
    tell(news);
    hand?.delete(id);
  }
}

/** These belong to the message no more that is being written: they were taken out of it, or have gone with another. */
export function dropDraftPhotos(bookingId: string, ids: string[]): void {
  tell({ bookingId, gone: ids });
  for (const id of ids) outboxStore.removeDraftPhoto(id).catch(() => {});
}

/** As it is kept and sent; `null` where this device can't read the file as a photo. */
const makeDraftPhoto = (
  userId: string,
  bookingId: string,
  { file, ...chosen }: ChosenFile,
): Promise<KeptPhoto | null> =>
  preparePhoto(file).then(
    (prepared) => ({ ...prepared, ...chosen, userId, sent: false, draftOf: bookingId, at: Date.now() }),
    () => null,
  );

/** Photos that are being made are on the device only when they are. */
function holdPage(): () => void {
  const ends = [holdReload(), askBeforeLeaving()];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Makes photos of what was chosen, and keeps them with the message that is being written to a booking. One after the
 * other: a photo of a phone's camera is 50 MB while it is made smaller. Goes on when the page of the booking is left.
 * @param made called with each, but for those that were taken out meanwhile; `null` for what is no photo
 */
export async function makeDraftPhotos(
  userId: string,
  bookingId: string,
  files: readonly ChosenFile[],
  made: (id: string, photo: MadePhoto | null) => void,
): Promise<void> {
  const letLeave = holdPage();
  try {
    begin(bookingId, files);
    for (const file of files) {
      const { id } = file;
      const kept = left.has(id) ? null : await makeDraftPhoto(userId, bookingId, file);
      if (left.has(id)) continue;
      const stored = kept !== null && (await keep([kept]));
      if (left.has(id)) {
        await outboxStore.removeDraftPhoto(id).catch(() => {});
        continue;
      }
      const photo = kept && { kept, stored };
      finish(bookingId, id, photo);
      made(id, photo);
    }
  } finally {
    letLeave();
  }
}

const keep = (photos: KeptPhoto[]): Promise<boolean> =>
  outboxStore.saveDraftPhotos(photos).then(
    () => true,
    () => false,
  );

/**
 * Puts what was shared with the message that is being written to a booking, as much of it as has room: all in one step,
 * so that after a failure it can be picked again. What is there already stays there once; picked for another message,
 * it is a photo of its own, which neither leaves the first with the other nor was sent with it.
 * @param files under the ids that they were shared under
 * @returns how many had none, and how many were no photos
 * @throws where the device keeps nothing
 */
export async function addDraftPhotos(
  userId: string,
  bookingId: string,
  files: readonly Pick<ChosenFile, 'id' | 'file'>[],
): Promise<{ tooMany: number; unreadable: number }> {
  const letLeave = holdPage();
  try {
    const before = photosInHand(bookingId);
    const there = await outboxStore.readDraftPhotos(userId, bookingId);
    // One that is finished meanwhile is in one of the three.
    const others = new Set([
      ...before.keys(),
      ...there.map(({ id }) => id),
      ...photosInHand(bookingId).keys(),
    ]);
    const missing = files.filter(({ id }) => !there.some(({ shared }) => shared === id));
    const fitting = missing
      .slice(0, Math.max(0, photoLimits.perMessage - others.size))
      .map(({ id, file }) => ({ id: crypto.randomUUID(), file, shared: id }));
    begin(bookingId, fitting);
    const photos: KeptPhoto[] = [];
    try {
      for (const file of fitting) {
        const photo = await makeDraftPhoto(userId, bookingId, file);
        if (photo) photos.push(photo);
      }
      await outboxStore.saveDraftPhotos(photos.filter(({ id }) => !left.has(id)));
    } finally {
      for (const { id } of fitting) inHand.get(bookingId)?.delete(id);
      tell({ bookingId, gone: [] });
    }
    return { tooMany: missing.length - fitting.length, unreadable: fitting.length - photos.length };
  } finally {
    letLeave();
  }
}
