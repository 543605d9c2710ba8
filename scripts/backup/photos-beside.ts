import { dirname, join } from 'node:path';

/** The folder of a backup's photos; all backups of a folder share it, because a photo never changes. */
export const photosBeside = (backup: string): string => join(dirname(backup), 'photos');
