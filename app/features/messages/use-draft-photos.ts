import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { photoLimits } from '../../../api/contract/rules/photos.ts';
import { useReloadHold } from '../../lib/reload-hold.ts';
import type { KeptPhoto } from '../../pwa/outbox/database.ts';
import { outboxStore } from '../../pwa/outbox/store.ts';
import type { MadePhoto } from '../../pwa/photos/in-hand.ts';
import { keeperOf } from '../../pwa/photos/keeper.ts';
import { keepSeen } from '../../pwa/photos/seen.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import {
  dropDraftPhotos,
  isDraftGone,
  makeDraftPhotos,
  onDraftPhotos,
  photosInHand,
} from './draft-photos.ts';
import { leftOutToast } from './left-out.ts';

/** A chosen photo: first a reserved place, then the photo once the device has made it smaller. */
export interface ChosenPhoto {
  id: string;
  /** The address for display; `null` while the photo is made. */
  url: string | null;
  kept: KeptPhoto | null;
  /** Whether the photo is stored on the device. */
  stored: boolean;
}

/**
 * The photos of a message being written. They are stored on the device with the text, through leaving and reload,
 * until the message is sent.
 */
export function useDraftPhotos(userId: string, bookingId: string) {
  const [chosen, setChosen] = useState<ChosenPhoto[]>([]);
  const shown = useRef(chosen);
  shown.current = chosen;
  /** Photos on their way into a message; they stay drafts on the device until the message is stored. */
  const going = useRef(new Map<string, ChosenPhoto>());
  // A photo that the device cannot store is lost with the page.
  useReloadHold(chosen.some(({ kept, stored }) => kept && !stored));

  const drop = (isOut: (photo: ChosenPhoto) => boolean) => setChosen((now) => without(now, isOut));
  /** Inserts photos after the visible ones, and before those that are still being made. */
  const add = (photos: KeptPhoto[], stored: (id: string) => boolean) =>
    setChosen((now) => {
      const isNew = ({ id }: KeptPhoto) => !isDraftGone(id) && !going.current.has(id) && !isIn(now, id);
      const more = photos.filter(isNew).map((kept) => shownOf(kept, stored(kept.id)));
      return more.length ? inOrder([...now, ...more]) : now;
    });

  const showKept = useEffectEvent((photos: KeptPhoto[]) => add(photos, () => true));
  /** A photo has its place while it is made, whichever tab chose it, and appears there when it is ready. */
  const showInHand = useEffectEvent(() => {
    const hand = photosInHand(bookingId);
    drop(({ id, kept }) => isDraftGone(id) || (!kept && !hand.has(id)));
    setChosen((now) => withHand(now, hand, going.current));
  });
  useEffect(() => {
    let wanted = true;
    const read = () =>
      outboxStore.readDraftPhotos(userId, bookingId).then(
        (photos) => wanted && showKept(photos),
        () => {},
      );
    showInHand();
    void read();
    const deaf = onDraftPhotos((id) => {
      if (id !== bookingId) return;
      showInHand();
      void read();
    });
    return () => {
      wanted = false;
      deaf();
      for (const { url } of shown.current) if (url) URL.revokeObjectURL(url);
    };
  }, [userId, bookingId]);

  const room = () => photoLimits.perMessage - countThere(bookingId, shown.current, going.current);

  return {
    chosen,
    add: (files: readonly File[]): Promise<void> => makePhotos(files, room(), { userId, bookingId }),
    /** Whether all photos are ready to be sent. */
    ready: chosen.every(({ kept }) => kept !== null),
    takeOut: (id: string): void => dropDraftPhotos(bookingId, [id]),
    /** Takes the photos for a message, up to its limit; they can be looked at without a network. */
    take(): KeptPhoto[] {
      // Two tabs together may have chosen more.
      const taken = shown.current.filter(({ kept }) => kept).slice(0, photoLimits.perMessage);
      const owner = keeperOf(bookingId);
      for (const photo of taken) going.current.set(photo.id, photo);
      drop(({ id }) => going.current.has(id));
      return taken.flatMap(({ id, kept }) => {
        if (owner && kept) void keepSeen({ owner, id, size: 'small' }, kept.bytes, kept.type);
        return kept ?? [];
      });
    },
    /** Called when the photos are part of a message: no tab may use them for another. */
    sent(taken: readonly KeptPhoto[]): void {
      const ids = taken.map(({ id }) => id);
      if (ids.length) dropDraftPhotos(bookingId, ids);
      for (const id of ids) going.current.delete(id);
    },
    /** Called when the message could not be stored. */
    putBack(taken: readonly KeptPhoto[]): void {
      const stored = new Map(taken.map(({ id }) => [id, going.current.get(id)?.stored ?? false]));
      for (const id of stored.keys()) going.current.delete(id);
      add([...taken], (id) => stored.get(id) ?? false);
    },
  };
}

const isIn = (photos: ChosenPhoto[], id: string): boolean => photos.some((photo) => photo.id === id);

const without = (now: ChosenPhoto[], isOut: (photo: ChosenPhoto) => boolean): ChosenPhoto[] => {
  const out = now.filter(isOut);
  for (const { url } of out) if (url) URL.revokeObjectURL(url);
  return out.length ? now.filter((photo) => !out.includes(photo)) : now;
};

/** The photos with those being made: each has its place, and appears there when it is ready. */
function withHand(
  now: ChosenPhoto[],
  hand: ReadonlyMap<string, MadePhoto | null>,
  going: ReadonlyMap<string, ChosenPhoto>,
): ChosenPhoto[] {
  const isNew = ([id]: [string, MadePhoto | null]) => !going.has(id) && !isIn(now, id);
  const more = [...hand].filter(isNew).map(([id, made]) => placeOf(id, made));
  return [...now.map((photo) => (photo.kept ? photo : placeOf(photo.id, hand.get(photo.id)))), ...more];
}

/** Photos chosen a moment ago are not in the state yet. */
function countThere(
  bookingId: string,
  shown: ChosenPhoto[],
  going: ReadonlyMap<string, ChosenPhoto>,
): number {
  const there = new Set([...shown.map(({ id }) => id), ...photosInHand(bookingId).keys()]);
  for (const id of going.keys()) there.delete(id);
  return there.size;
}

/** Makes photos of files, as many as there is room for, and reports those left out. */
async function makePhotos(
  files: readonly File[],
  room: number,
  { userId, bookingId }: { userId: string; bookingId: string },
): Promise<void> {
  // Some files have no type; a file of another type takes no photo's place.
  const maybe = files.filter(({ type }) => type === '' || type.startsWith('image/'));
  const fitting = maybe.slice(0, Math.max(0, room));
  const tooMany = maybe.length - fitting.length;
  const unreadable = files.filter((file) => !maybe.includes(file));
  const tell = () => {
    const notice = leftOutToast({
      of: files.length,
      tooMany,
      unreadable: unreadable.length,
      ...(unreadable[0] && { name: unreadable[0].name }),
    });
    if (notice) toast(notice);
  };
  tell();
  const toldOf = unreadable.length;
  const places = fitting.map((file) => ({ file, id: crypto.randomUUID() }));
  await makeDraftPhotos(userId, bookingId, places, (id, made) => {
    if (made) return;
    unreadable.push(...places.filter((place) => place.id === id).map(({ file }) => file));
  });
  if (unreadable.length > toldOf) tell();
}

const placeOf = (id: string, made: MadePhoto | null | undefined): ChosenPhoto =>
  made ? shownOf(made.kept, made.stored) : { id, url: null, kept: null, stored: false };

/** Photos in the order in which they were made; those still being made come last. */
const inOrder = (photos: ChosenPhoto[]): ChosenPhoto[] =>
  photos.toSorted((a, b) => (a.kept?.at ?? Number.MAX_VALUE) - (b.kept?.at ?? Number.MAX_VALUE));

const shownOf = (kept: KeptPhoto, stored: boolean): ChosenPhoto => ({
  id: kept.id,
  url: URL.createObjectURL(new Blob([kept.bytes], { type: kept.type })),
  kept,
  stored,
});
