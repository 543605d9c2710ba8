import { useMutation } from '@tanstack/react-query';
import { imageOutline } from 'ionicons/icons';
import { useRef, useState } from 'react';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { preparePhoto } from '../../../pwa/photos/prepare.ts';
import { pictureOf } from '../../../shared/services/picture.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';

const unreadable = 'This device cannot read that file as a picture. Please choose a JPEG, PNG or WebP.';

/** A picture of the owner's own, made smaller on the device and uploaded as soon as it is chosen. */
export function PictureField({
  label,
  value,
  error,
  onChange,
}: {
  /** Names the choice of a file to a screen reader. */
  label: string;
  /** The uploaded picture's id; `null` without one. */
  value: string | null;
  error: string | undefined;
  onChange: (picture: string | null) => void;
}) {
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const upload = useMutation({
    async mutationFn(file: File) {
      const made = await preparePhoto(file).catch(() => null);
      if (!made) throw new Error(unreadable);
      return teamCall('addOfferPicture', { file: new Blob([made.bytes], { type: made.type }) });
    },
    onMutate: () => setProblem(''),
    onSuccess: ({ id }) => onChange(id),
    onError: (failure) => setProblem(failure.message === unreadable ? unreadable : reasonOf(failure)),
  });
  const words = problem || error;
  return (
    <div className="offer-picture">
      {value && <img src={pictureOf(value)} alt="The uploaded one" />}
      <div className="row wrap">
        <Button
          size="small"
          kind="quiet"
          icon={imageOutline}
          busy={upload.isPending}
          off={!online}
          onClick={() => input.current?.click()}
        >
          {value ? 'Another Picture' : 'Upload a Picture'}
        </Button>
        {value && (
          <Button size="small" kind="plain" onClick={() => onChange(null)}>
            Remove Picture
          </Button>
        )}
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file && !upload.isPending) upload.mutate(file);
        }}
      />
      {words && (
        <p className="notice error" role="alert">
          {words}
        </p>
      )}
    </div>
  );
}
