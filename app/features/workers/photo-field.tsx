import { cameraOutline } from 'ionicons/icons';
import { PictureUpload, smallerPicture } from '../../shared/pictures/picture-upload.tsx';
import { teamCall } from '../../shared/team-api.ts';
import { WorkerFace } from '../../shared/workers/worker-face.tsx';
import type { Parts } from './draft.ts';

const words = { add: 'Add a Photo', another: 'Another Photo', remove: 'Remove Photo' };

/** The worker's photo. */
export function PhotoField({ facts, change, problems }: Parts) {
  return (
    <div className="worker-photo">
      <WorkerFace {...facts} size={88} />
      <PictureUpload
        label="Photo of the worker"
        words={words}
        icon={cameraOutline}
        value={facts.picture}
        error={problems('picture')}
        upload={async (file) => teamCall('addWorkerPicture', { file: await smallerPicture(file) })}
        onChange={(picture) => change({ picture })}
      />
    </div>
  );
}
