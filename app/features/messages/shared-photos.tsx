import './photos.css';
import { useEffect, useState } from 'react';
import { readShared } from '../../pwa/photos/shared.ts';

export type SharedPhoto = Awaited<ReturnType<typeof readShared>>[number];

/** The photos that this person shared to the app; `undefined` while they are read. */
export function useSharedPhotos(userId: string | undefined): SharedPhoto[] | undefined {
  const [photos, setPhotos] = useState<SharedPhoto[]>();
  useEffect(() => {
    if (!userId) return;
    let wanted = true;
    readShared(userId).then(
      (found) => wanted && setPhotos(found),
      () => wanted && setPhotos([]),
    );
    return () => {
      wanted = false;
    };
  }, [userId]);
  return photos;
}

/** What was shared, to be looked at before it goes anywhere. */
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
