import './photos.css';
import { cloudOfflineOutline, imageOutline, refreshOutline } from 'ionicons/icons';
import { lazy, Suspense, useState } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { Icon } from '../../ui/icon.tsx';
import { type ShownPhoto, usePhoto } from './photo-file.ts';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'));

/** A message's small photos; a tap shows one in full size. */
export function Photos({
  bookingId,
  photos,
  of,
  mine,
  queued = false,
}: {
  bookingId: string;
  photos: ShownPhoto[];
  /** The writer's side, for a screen reader: 'Sent', 'Team'. */
  of: string;
  /** Whether the photos are on the right. */
  mine: boolean;
  queued?: boolean;
}) {
  const [open, setOpen] = useState<number | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const nameOf = (index: number) =>
    photos.length === 1 ? `Photo, ${of}` : `Photo ${index + 1} of ${photos.length}, ${of}`;
  return (
    <div className={`photos ${mine ? 'mine' : ''} ${queued ? 'queued' : ''}`}>
      {photos.map((photo, index) => (
        <SmallPhoto
          key={photo.id}
          bookingId={bookingId}
          photo={photo}
          square={photos.length > 1}
          name={nameOf(index)}
          onOpen={() => {
            setOpen(index);
            setWasOpened(true);
          }}
        />
      ))}
      {wasOpened && (
        <Suspense>
          <PhotoViewer
            bookingId={bookingId}
            photos={photos}
            at={open}
            nameOf={nameOf}
            onGo={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const failedIcon = (failed: 'missing' | 'network', online: boolean) =>
  failed === 'missing' ? imageOutline : online ? refreshOutline : cloudOfflineOutline;

function SmallPhoto({
  bookingId,
  photo: { id, width, height },
  square,
  name,
  onOpen,
}: {
  bookingId: string;
  photo: ShownPhoto;
  /** Whether the photo is cut to a square, beside others. */
  square: boolean;
  name: string;
  onOpen: () => void;
}) {
  const { url, failed, again } = usePhoto({ bookingId, id, size: 'small' });
  const online = useOnline();
  // The space has its final size from the start, so that nothing moves when the photo arrives.
  const shape = { aspectRatio: square ? '1' : `${width} / ${height}` };
  if (failed) {
    const caption = failed === 'missing' ? 'No longer there' : online ? 'Try again' : 'Needs the network';
    return (
      <button
        type="button"
        className="photo failed"
        style={shape}
        onClick={again}
        aria-label={oneText`${caption}: ${name}`}
      >
        <Icon src={failedIcon(failed, online)} size={22} />
        <span>{caption}</span>
      </button>
    );
  }
  return (
    <button type="button" className="photo" style={shape} onClick={onOpen} aria-label={name}>
      {url ? <img src={url} alt="" width={width} height={height} /> : <span className="skeleton" />}
    </button>
  );
}
