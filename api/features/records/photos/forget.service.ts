import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { dropFiles } from './files.service.ts';
import { deletePhotosOf } from './photos.repository.ts';

const batch = 100;

/**
 * Deletes the photos of a person's bookings with their files. The rows are deleted first and leave their files' ids
 * behind, so that the cleaning repairs a crash.
 * @throws PhotosUnavailable
 */
export async function forgetPhotos(
  deps: Pick<Deps, 'db' | 'photos'>,
  userId: string,
  stay: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await stay();
    const files = await deletePhotosOf(deps.db, { userId, rows: batch });
    for (const file of files) await dropFiles(deps, file);
    if (files.length < batch) return;
    await letOthersGo();
  }
}
