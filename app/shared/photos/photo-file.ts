import { useEffect, useState } from 'react';
import { isMissing, keyOf, readFile } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { outboxStore } from '../../pwa/outbox/store.ts';
import { keeperOf } from '../../pwa/photos/keeper.ts';
import { keepSeen, type PhotoSize, readSeen } from '../../pwa/photos/seen.ts';

/** The sides in pixels, or in any unit if only their proportion is known. */
export interface ShownPhoto {
  id: string;
  width: number;
  height: number;
}

/** A photo of a thread: stored, or still on its writer's device. */
export interface PhotoPlace {
  bookingId: string;
  id: string;
  size: PhotoSize;
}

/**
 * A photo's bytes: as seen on this device, as they wait on it, or from the server, which checks the reader's rights
 * at every read. They are stored if the device stores the thread for offline use.
 * @throws ApiError, NetworkError, or the signal's own reason
 */
async function readPhoto({ bookingId, id, size }: PhotoPlace, signal: AbortSignal): Promise<Blob> {
  const owner = keeperOf(bookingId);
  const seen = owner && (await readSeen({ owner, id, size }));
  if (seen) return seen;
  const waiting = await outboxStore.readPhoto(id).catch(() => undefined);
  if (waiting) return new Blob([waiting.bytes], { type: waiting.type });
  const path = keyOf('readPhoto', { id: bookingId, photoId: id }).join('/');
  const file = await readFile(size === 'small' ? `${path}?size=small` : path, signal);
  if (owner) void file.arrayBuffer().then((bytes) => keepSeen({ owner, id, size }, bytes, file.type));
  return file;
}

/** An address for an `img`; `failed` gives the reason for a missing one, and whether another try may help. */
export function usePhoto({ bookingId, id, size }: PhotoPlace): {
  url: string | null;
  failed: 'missing' | 'network' | null;
  again: () => void;
} {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState<'missing' | 'network' | null>(null);
  const [tries, setTries] = useState(0);
  const online = useOnline();
  // Only a failure without a network is tried again when the network is back.
  const wait = failed === 'network' && !online;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tries` reads again
  useEffect(() => {
    if (wait) return;
    const wanted = new AbortController();
    let made: string | null = null;
    readPhoto({ bookingId, id, size }, wanted.signal).then(
      (file) => {
        if (wanted.signal.aborted) return;
        made = URL.createObjectURL(file);
        setUrl(made);
        setFailed(null);
      },
      (error) => wanted.signal.aborted || setFailed(isMissing(error) ? 'missing' : 'network'),
    );
    return () => {
      wanted.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [bookingId, id, size, tries, wait]);

  return { url, failed, again: () => setTries((n) => n + 1) };
}
