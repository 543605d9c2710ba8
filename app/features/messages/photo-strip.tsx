import './photos.css';
import { closeOutline, imageOutline } from 'ionicons/icons';
import { type RefObject, useEffect, useRef } from 'react';
import { photoLimits } from '../../../api/contract/photos.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ChosenPhoto } from './use-draft-photos.ts';

/** The photos that go with the message, each with its way out. */
export function PhotoStrip({
  chosen,
  onTakeOut,
  attach,
}: {
  chosen: ChosenPhoto[];
  onTakeOut: (id: string) => void;
  /** Has the focus when the last one is taken out: a phone shows no keyboard for it. */
  attach: RefObject<HTMLInputElement | null>;
}) {
  const count = chosen.length;
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(0);
  // What has just come is seen.
  useEffect(() => {
    if (count > before.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = count;
  }, [count]);
  if (!count) return null;
  // The button goes with its photo, and the focus must not.
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

/** Takes or chooses photos: a phone asks which of the two. */
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
          // The same one may be chosen again.
          event.target.value = '';
        }}
      />
    </label>
  );
}
