import '../../shared/photos/photos.css';
import { useEffect, useState } from 'react';
import { readShared } from '../../pwa/photos/shared.ts';

export type SharedPhoto = Awaited<ReturnType<typeof readShared>>[number];

const same = (a: readonly SharedPhoto[], b: readonly SharedPhoto[]): boolean =>
  a.length === b.length && a.every(({ id }, n) => id === b[n]?.id);

/**
 * The photos that this person shared to the app; `undefined` while they are read. They are read again when the
 * person returns: another window may have moved them into a booking meanwhile, or more may have been shared.
 */
export function useSharedPhotos(userId: string | undefined): SharedPhoto[] | undefined {
  const [photos, setPhotos] = useState<SharedPhoto[]>();
  useEffect(() => {
    if (!userId) return;
    let wanted = true;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      readShared(userId).then(
        (found) => wanted && setPhotos((now) => (now && same(now, found) ? now : found)),
        () => wanted && setPhotos((now) => now ?? []),
      );
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => {
      wanted = false;
      document.removeEventListener('visibilitychange', read);
    };
  }, [userId]);
  return photos;
}

/** Shared photos, to be looked at before they are sent anywhere. */
export function SharedPhotos({ photos }: { photos: SharedPhoto[] }) {
  const [urls, setUrls] = useState<string[]>([]);
  useEffect(() => {
    const made = photos.map(({ file }) => URL.createObjectURL(file));
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [photos]);
  return (
    <ul
      className="photo-strip page-wide"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
      tabIndex={0}
      aria-label={photos.length === 1 ? 'One photo' : `${photos.length} photos`}
    >
      {urls.map((url, index) => (
        <li key={url}>
          <img src={url} alt={`Shared, ${index + 1}`} />
        </li>
      ))}
    </ul>
  );
}
