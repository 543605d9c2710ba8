import { photoLimits } from '../../../api/contract/rules/photos.ts';
import { holdReload } from '../../lib/reload-hold.ts';
import type { KeptPhoto } from '../../pwa/outbox/database.ts';
import { outboxStore } from '../../pwa/outbox/store.ts';
import { inHand, type MadePhoto } from '../../pwa/photos/in-hand.ts';
import { preparePhoto } from '../../pwa/photos/prepare.ts';
import { askBeforeLeaving } from '../../pwa/storage/stay.ts';

/** A chosen file, with the future id of its photo. */
export interface ChosenFile {
  id: string;
  file: Blob;
  /** The id under which the file was shared, if it was. */
  shared?: string;
}

/** News about a booking's draft: it must be read again, and these photos have left it. */
interface DraftNews {
  bookingId: string;
  gone: string[];
}

/** Informs the other tabs, which show the same draft. */
const channel = new BroadcastChannel('hearthkeep-draft-photos');
const listeners = new Set<(bookingId: string) => void>();
/** Photos that were removed or sent with a message; code that still makes, stores or reads one must stop. */
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

/** Calls `listener` when photos were added to a booking's message or left it, here or in another tab. */
export function onDraftPhotos(listener: (bookingId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isDraftGone = (id: string): boolean => left.has(id);

/** The photos of a booking's message that are not stored on the device yet; `null` for one that is being made. */
export const photosInHand = (bookingId: string): ReadonlyMap<string, MadePhoto | null> =>
  new Map(inHand.get(bookingId));

/** Reserves places for the photos that are about to be made. */
function begin(bookingId: string, files: readonly ChosenFile[]): void {
  const hand = inHand.get(bookingId) ?? new Map<string, MadePhoto | null>();
  for (const { id } of files) hand.set(id, null);
  inHand.set(bookingId, hand);
  hear({ bookingId, gone: [] });
}

/** Shows a finished photo wherever the message is shown; once stored, it is read from the device. */
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

/** Removes photos from the message being written: they were taken out, or were sent with another message. */
export function dropDraftPhotos(bookingId: string, ids: string[]): void {
  tell({ bookingId, gone: ids });
  for (const id of ids) outboxStore.removeDraftPhoto(id).catch(() => {});
}

/** The photo in its stored and sent form; `null` if this device cannot read the file as a photo. */
const makeDraftPhoto = (
  userId: string,
  bookingId: string,
  { file, ...chosen }: ChosenFile,
): Promise<KeptPhoto | null> =>
  preparePhoto(file).then(
    (prepared) => ({ ...prepared, ...chosen, userId, sent: false, draftOf: bookingId, at: Date.now() }),
    () => null,
  );

/** Keeps the page open, because photos being made are not on the device yet. */
function holdPage(): () => void {
  const ends = [holdReload(), askBeforeLeaving()];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Makes photos of the chosen files, and stores them with the message being written to a booking. One is made after
 * the other, because a camera's photo takes 50 MB while it is made smaller. The work continues when the booking's
 * page is left.
 * @param made called with each photo, except those removed meanwhile; `null` for a file that is no photo
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
 * Adds shared photos to the message being written to a booking, as many as have room, in one step, so that they can
 * be chosen again after a failure. A photo that is already there is not added twice. For another message it becomes
 * a photo of its own, independent of the first.
 * @param files the files with the ids under which they were shared
 * @returns how many had no room, and how many were no photos
 * @throws if the device can store nothing
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
    // A photo finished meanwhile is in one of the three.
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
