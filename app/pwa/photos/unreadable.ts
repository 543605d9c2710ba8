import { heicWords } from '../../../api/contract/rules/photos.ts';

/** Whether a file is a photo in HEIC, by its name or its type. */
export const isHeic = ({ name, type = '' }: { name: string; type?: string }): boolean =>
  /\.hei[cf]s?$/i.test(name) || /^image\/hei[cf]/.test(type);

/** The reason why this device cannot read a file as a photo, and what to do. */
export const unreadableWords = (file: { name: string; type?: string }): string =>
  isHeic(file)
    ? heicWords
    : 'This device cannot read that file as a photo. Please choose a JPEG, PNG or WebP.';
