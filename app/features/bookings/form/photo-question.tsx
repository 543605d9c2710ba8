import './photo-question.css';
import { useMutation } from '@tanstack/react-query';
import { imageOutline } from 'ionicons/icons';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { call, keyOf, readFile } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { type PreparedPhoto, preparePhoto } from '../../../pwa/photos/prepare.ts';
import { unreadableWords } from '../../../pwa/photos/unreadable.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { failureText } from '../failure.ts';

interface Props {
  /** The question's id and its words. */
  id: string;
  label: string;
  /** The id of the uploaded photo; '' without one. */
  value: string;
  error: string | undefined;
  signedIn: boolean;
  onChange: (photoId: string) => void;
  /** Called with whether a chosen photo has not arrived yet. */
  onPending: (isPending: boolean) => void;
}

interface Sent {
  id: string;
  photo: PreparedPhoto;
}

/**
 * A question that is answered with a photo. The photo is made smaller on the device and uploaded as soon as it is
 * chosen, since a booking is made with its id; without a network it waits here until the network is back.
 */
export default function PhotoQuestion({ id, label, value, error, signedIn, onChange, onPending }: Props) {
  const online = useOnline();
  const words = useId();
  const [waiting, setWaiting] = useState<Sent | null>(null);
  const [problem, setProblem] = useState('');
  const shown = usePreview(id, value, waiting);
  const upload = useMutation({
    mutationFn: ({ id: photoId, photo }: Sent) =>
      call('putAnswerPhoto', {
        params: { id, photoId },
        file: new Blob([photo.bytes], { type: photo.type }),
      }),
    onMutate: () => setProblem(''),
    onSuccess: (photo) => onChange(photo.id),
    onError: (failure) => setProblem(failureText(failure)),
  });
  const send = (sent: Sent) => {
    setWaiting(sent);
    if (online) upload.mutate(sent);
  };
  const choose = async (file: File) => {
    setWaiting(null);
    onChange('');
    setProblem('');
    const photo = await preparePhoto(file).catch(() => null);
    if (photo) send({ id: crypto.randomUUID(), photo });
    else setProblem(unreadableWords(file));
  };
  // A photo that waited for the network goes when it is back.
  const goesNow = online && waiting !== null && value === '' && !problem && !upload.isPending;
  useEffect(() => {
    if (goesNow && waiting) upload.mutate(waiting);
  }, [goesNow, waiting, upload.mutate]);
  const isPending = waiting !== null && value === '';
  const tellPending = useEffectEvent(onPending);
  useEffect(() => {
    tellPending(isPending);
    return () => tellPending(false);
  }, [isPending]);
  const isKept = isPending && !upload.isPending;
  const message = problem || error;
  return (
    <fieldset className="photo-question">
      <legend>{label}</legend>
      {shown && (
        <img src={shown} alt={oneText`Your photo: ${label}`} className={value ? undefined : 'on-its-way'} />
      )}
      <div className="row wrap">
        <label className="button quiet small" aria-busy={upload.isPending || undefined}>
          <Icon src={imageOutline} />
          <span>{shown ? 'Another Photo' : 'Add a Photo'}</span>
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            aria-label={label}
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${words}-error` : undefined}
            disabled={!signedIn}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // The same file may be chosen again.
              target.value = '';
              if (file && !upload.isPending) void choose(file);
            }}
          />
        </label>
        {problem && isKept && (
          <Button size="small" kind="plain" onClick={() => waiting && send(waiting)}>
            Try Again
          </Button>
        )}
        {shown && (
          <Button
            size="small"
            kind="plain"
            onClick={() => {
              setWaiting(null);
              setProblem('');
              onChange('');
            }}
          >
            Remove Photo
          </Button>
        )}
      </div>
      {!signedIn && <span className="muted">You can add it once you are logged in.</span>}
      {!online && (isKept || !value) && (
        <span className="muted" role="status">
          {isKept
            ? 'The photo goes to us when the network is back.'
            : 'A photo needs the network. What you type is kept.'}
        </span>
      )}
      {message && (
        <span id={`${words}-error`} className="error" role="alert">
          {message}
        </span>
      )}
    </fieldset>
  );
}

/** An address of the chosen photo: from this device, or after a reload from the server; `null` without one. */
function usePreview(questionId: string, value: string, waiting: Sent | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const wanted = new AbortController();
    let made: string | null = null;
    const show = (file: Blob) => {
      if (wanted.signal.aborted) return;
      made = URL.createObjectURL(file);
      setUrl(made);
    };
    if (waiting) show(new Blob([waiting.photo.bytes], { type: waiting.photo.type }));
    else if (value) {
      const path = keyOf('readAnswerPhoto', { id: questionId, photoId: value }).join('/');
      // Without its picture the answer still stands: the server says at the booking whether it is there.
      readFile(`${path}?size=small`, wanted.signal).then(show, () => {});
    }
    return () => {
      wanted.abort();
      setUrl(null);
      if (made) URL.revokeObjectURL(made);
    };
  }, [questionId, value, waiting]);
  return url;
}
