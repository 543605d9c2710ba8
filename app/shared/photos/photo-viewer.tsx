import { chevronBackOutline, chevronForwardOutline, closeOutline } from 'ionicons/icons';
import { type CSSProperties, useId, useRef } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type ShownPhoto, usePhoto } from './photo-file.ts';

/** The distance of a swipe to the next photo. */
const swipePx = 48;

/** A message's photos in full size, one at a time, changed by a swipe, the arrow keys, or the buttons. */
export default function PhotoViewer({
  bookingId,
  photos,
  at,
  nameOf,
  onGo,
  onClose,
}: {
  bookingId: string;
  photos: ShownPhoto[];
  /** The index of the shown photo; `null` while closed. */
  at: number | null;
  nameOf: (index: number) => string;
  onGo: (index: number) => void;
  onClose: () => void;
}) {
  const id = useId();
  const from = useRef<number | null>(null);
  const index = at ?? 0;
  const photo = photos[index];
  const go = (by: number) => {
    if (photos[index + by]) onGo(index + by);
  };
  return (
    <Dialog
      className="photo-viewer"
      open={at !== null && photo !== undefined}
      onClose={onClose}
      labelledBy={id}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the buttons within */}
      <div
        className="photo-stage"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') go(1);
          if (event.key === 'ArrowLeft') go(-1);
        }}
        onPointerDown={(event) => {
          from.current = event.isPrimary ? event.clientX : null;
        }}
        onPointerUp={(event) => {
          const moved = from.current === null ? 0 : event.clientX - from.current;
          from.current = null;
          if (Math.abs(moved) > swipePx && (window.visualViewport?.scale ?? 1) === 1) go(moved < 0 ? 1 : -1);
        }}
      >
        <div className="photo-bar">
          <h2 id={id} aria-live="polite">
            {nameOf(index)}
          </h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon src={closeOutline} />
          </button>
        </div>
        {photo && <LargePhoto key={photo.id} bookingId={bookingId} photo={photo} name={nameOf(index)} />}
        {photos.length > 1 && <Arrows index={index} last={photos.length - 1} onGo={go} />}
      </div>
    </Dialog>
  );
}

/** The buttons stay at either end: the arrow keys need the focus that would be lost with one. */
function Arrows({ index, last, onGo }: { index: number; last: number; onGo: (by: number) => void }) {
  return (
    <>
      <button
        type="button"
        className="icon-button before"
        aria-label="Previous photo"
        aria-disabled={index === 0 || undefined}
        onClick={() => onGo(-1)}
      >
        <Icon src={chevronBackOutline} />
      </button>
      <button
        type="button"
        className="icon-button after"
        aria-label="Next photo"
        aria-disabled={index === last || undefined}
        onClick={() => onGo(1)}
      >
        <Icon src={chevronForwardOutline} />
      </button>
    </>
  );
}

/** The size is the largest that the screen and the photo allow, also while only the small copy is there. */
function sizeOf({ width, height }: ShownPhoto): CSSProperties {
  // A waiting photo has no known size.
  if (width <= 1) return { width: 'auto' };
  return {
    width: `min(100%, ${width}px, ${(100 * width) / height}dvh)`,
    aspectRatio: `${width} / ${height}`,
  };
}

/** The small copy is shown until the large one has arrived, and stays without a network. */
function LargePhoto({ bookingId, photo, name }: { bookingId: string; photo: ShownPhoto; name: string }) {
  const large = usePhoto({ bookingId, id: photo.id, size: 'large' });
  const small = usePhoto({ bookingId, id: photo.id, size: 'small' });
  const url = large.url ?? small.url;
  return (
    <>
      {url && (
        <img
          src={url}
          alt={name}
          width={photo.width}
          height={photo.height}
          style={sizeOf(photo)}
          draggable={false}
        />
      )}
      {!url && <p className="photo-wait">{large.failed ? 'This photo is not on this device' : 'Opening…'}</p>}
      {large.failed === 'network' && small.url && (
        <p role="status" className="photo-note">
          A small copy. The whole photo needs the network.
        </p>
      )}
    </>
  );
}
