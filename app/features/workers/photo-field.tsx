import { useMutation } from '@tanstack/react-query';
import { cameraOutline } from 'ionicons/icons';
import { useRef, useState } from 'react';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { preparePhoto } from '../../pwa/photos/prepare.ts';
import { teamCall } from '../../shared/team-api.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import { Button } from '../../ui/button.tsx';
import type { Parts } from './draft.ts';

const unreadable = 'This device cannot read that file as a picture. Please choose a JPEG, PNG or WebP.';

/** The worker's photo, made smaller on the device and uploaded as soon as it is chosen. */
export function PhotoField({ facts, change, problems }: Parts) {
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const upload = useMutation({
    async mutationFn(file: File) {
      const made = await preparePhoto(file).catch(() => null);
      if (!made) throw new Error(unreadable);
      return teamCall('addWorkerPicture', { file: new Blob([made.bytes], { type: made.type }) });
    },
    onMutate: () => setProblem(''),
    onSuccess: ({ id }) => change({ picture: id }),
    onError: (failure) => setProblem(failure.message === unreadable ? unreadable : reasonOf(failure)),
  });
  const words = problem || problems('picture');
  return (
    <div className="worker-photo">
      <WorkerFace {...facts} size={88} />
      <div className="row wrap">
        <Button
          size="small"
          kind="quiet"
          icon={cameraOutline}
          busy={upload.isPending}
          off={!online}
          onClick={() => input.current?.click()}
        >
          {facts.picture ? 'Another Photo' : 'Add a Photo'}
        </Button>
        {facts.picture && (
          <Button size="small" kind="plain" onClick={() => change({ picture: null })}>
            Remove Photo
          </Button>
        )}
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label="Photo of the worker"
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
