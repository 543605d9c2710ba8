import { keptFile } from './kept-files.ts';

/** Whether a file is a picture of a service or a category, which everybody may see. */
export const isPicture = ({ pathname }: URL): boolean => pathname.startsWith('/api/pictures/');

/** The pictures that were seen stand in the catalogue also without a network. */
export const keptPicture = (request: Request): Promise<Response> =>
  keptFile(request, { name: 'pictures', most: 200 });
