import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { forgetAnswerPhotos } from '../bookings/answers/answer-photos/answer-photos.service.ts';
import { dropFiles } from './files.service.ts';
import { deletePhotosOf } from './photos.repository.ts';

const batch = 100;

/**
 * Deletes the photos of a person's bookings, and those with which they answered, with their files. The rows are deleted first and leave their files' ids
 * behind, so that the cleaning repairs a crash.
 * @throws PhotosUnavailable
 */
export async function forgetPhotos(
  deps: Pick<Deps, 'db' | 'photos'>,
  userId: string,
  stay: () => Promise<void>,
): Promise<void> {
  for (const deleteRows of [deletePhotosOf, forgetAnswerPhotos])
    for (;;) {
      await stay();
      const files = await deleteRows(deps.db, { userId, rows: batch });
      for (const file of files) await dropFiles(deps, file);
      if (files.length < batch) break;
      await letOthersGo();
    }
}
