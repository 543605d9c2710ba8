import { chevronBackOutline, chevronForwardOutline, closeOutline } from 'ionicons/icons';
import { type CSSProperties, useId, useRef } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type ShownPhoto, usePhoto } from './photo-file.ts';

/** How far a finger goes for the next one. */
const swipePx = 48;

/** A message's photos as large as the screen, one at a time: by a swipe, the arrows, or the buttons. */
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
  /** Which one shows; `null` while it is closed. */
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

/** At an end they stay: the focus that would go with one is where the arrow keys are heard. */
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

/** As large as the screen and the photo itself allow, also while only its small copy is there. */
function sizeOf({ width, height }: ShownPhoto): CSSProperties {
  // What waits does not say how large it is.
  if (width <= 1) return { width: 'auto' };
  return {
    width: `min(100%, ${width}px, ${(100 * width) / height}dvh)`,
    aspectRatio: `${width} / ${height}`,
  };
}

/** The small one stands there until the large one has come; without a network it is what there is. */
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
