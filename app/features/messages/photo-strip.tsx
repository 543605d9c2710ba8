import '../../shared/photos/photos.css';
import { closeOutline, imageOutline } from 'ionicons/icons';
import { type RefObject, useEffect, useRef } from 'react';
import { photoLimits } from '../../../api/contract/rules/photos.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ChosenPhoto } from './use-draft-photos.ts';

/** The photos of the message, each with a button that removes it. */
export function PhotoStrip({
  chosen,
  onTakeOut,
  attach,
}: {
  chosen: ChosenPhoto[];
  onTakeOut: (id: string) => void;
  /** The element that gets the focus when the last photo is removed: a phone shows no keyboard for it. */
  attach: RefObject<HTMLInputElement | null>;
}) {
  const count = chosen.length;
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(0);
  // A new photo is scrolled into view.
  useEffect(() => {
    if (count > before.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = count;
  }, [count]);
  if (!count) return null;
  // The button disappears with its photo, so the focus moves to the next one.
  const takeOut = (index: number, id: string) => {
    const ways = list.current?.querySelectorAll('button');
    (ways?.[index + 1] ?? ways?.[index - 1] ?? attach.current)?.focus();
    onTakeOut(id);
  };
  return (
    <ul ref={list} className="photo-strip" aria-label={`${count} of ${photoLimits.perMessage} photos`}>
      {chosen.map(({ id, url }, index) => (
        <li key={id}>
          {url ? (
            <img src={url} alt={`Chosen, ${index + 1}`} />
          ) : (
            <div className="skeleton">
              <span className="visually-hidden">{`Photo ${index + 1} is made ready`}</span>
            </div>
          )}
          <button
            type="button"
            className="take-out"
            aria-label={`Take out photo ${index + 1}`}
            onClick={() => takeOut(index, id)}
          >
            <Icon src={closeOutline} size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Takes or chooses photos: the phone itself offers both. */
export function AttachPhotos({
  onChosen,
  input,
}: {
  onChosen: (files: File[]) => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  return (
    <label className="attach-photos">
      <Icon src={imageOutline} size={24} />
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept="image/*"
        multiple
        aria-label="Add photos"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])]);
          // The reset lets the person choose the same file again.
          event.target.value = '';
        }}
      />
    </label>
  );
}
