import { useMutation } from '@tanstack/react-query';
import { imageOutline } from 'ionicons/icons';
import { useRef, useState } from 'react';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { preparePhoto } from '../../pwa/photos/prepare.ts';
import { unreadableWords } from '../../pwa/photos/unreadable.ts';
import { Button } from '../../ui/button.tsx';

/** A reason of the device why a file is not sent, in words for its owner. */
export class UnfitFile extends Error {}

/** The picture of a file, made smaller on the device. @throws UnfitFile if the device cannot read it */
export async function smallerPicture(file: File): Promise<Blob> {
  const made = await preparePhoto(file).catch(() => null);
  if (!made) throw new UnfitFile(unreadableWords(file));
  return new Blob([made.bytes], { type: made.type });
}

/** The buttons that choose a picture, upload it as soon as it is chosen, and take it away; and what went wrong. */
export function PictureUpload({
  label,
  words,
  icon = imageOutline,
  accept = 'image/*',
  value,
  error,
  upload,
  onChange,
}: {
  /** Names the choice of a file to a screen reader. */
  label: string;
  /** The texts of the buttons: for the first picture, for another one, and to have none. */
  words: { add: string; another: string; remove: string };
  icon?: string;
  accept?: string;
  /** The uploaded picture's id; `null` without one. */
  value: string | null;
  error: string | undefined;
  /** @throws UnfitFile for a file that is not sent */
  upload: (file: File) => Promise<{ id: string }>;
  onChange: (picture: string | null) => void;
}) {
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const sending = useMutation({
    mutationFn: upload,
    onMutate: () => setProblem(''),
    onSuccess: ({ id }) => onChange(id),
    onError: (failure) => setProblem(failure instanceof UnfitFile ? failure.message : reasonOf(failure)),
  });
  const shown = problem || error;
  return (
    <>
      <div className="row wrap">
        <Button
          size="small"
          kind="quiet"
          icon={icon}
          busy={sending.isPending}
          off={!online}
          onClick={() => input.current?.click()}
        >
          {value ? words.another : words.add}
        </Button>
        {value && (
          <Button size="small" kind="plain" onClick={() => onChange(null)}>
            {words.remove}
          </Button>
        )}
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file && !sending.isPending) sending.mutate(file);
        }}
      />
      {shown && (
        <p className="notice error" role="alert">
          {shown}
        </p>
      )}
    </>
  );
}
