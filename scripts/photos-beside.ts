import { dirname, join } from 'node:path';

/** Where the photos of a backup are: since a photo never changes, all backups of a folder share them. */
export const photosBeside = (backup: string): string => join(dirname(backup), 'photos');
