import { heicWords, photoLimits } from '../../../api/contract/rules/photos.ts';
import { beginningOf } from '../../../api/contract/rules/text/beginning-of.ts';
import { oneText } from '../../lib/one-text.ts';
import { isHeic } from '../../pwa/photos/unreadable.ts';
import type { Toast } from '../../ui/toasts/toast.tsx';

/** The number of files chosen or shared for a message, and those that are left out. */
export interface LeftOut {
  /** The number of files. */
  of: number;
  /** The number of files without room. */
  tooMany: number;
  /** Whether the files came from the phone's own gallery, which still has them. */
  shared?: boolean;
  /** The number of files that could not be read as photos. */
  unreadable: number;
  /** The name of the file, if only one could not be read. */
  name?: string;
}

/** The toast about the files left out; `null` without any. */
export function leftOutToast({ of, tooMany, shared, unreadable, name }: LeftOut): Toast | null {
  if (!tooMany && !unreadable) return null;
  const isHeicPhoto = unreadable === 1 && name !== undefined && isHeic({ name });
  const sentences = [
    tooMany &&
      (shared
        ? 'Share the rest once more when this message is sent.'
        : 'The rest can go with the next message.'),
    isHeicPhoto
      ? heicWords
      : unreadable &&
        `${which(unreadable, of, name)} could not be read as ${unreadable === 1 ? 'a photo and was' : 'photos and were'} left out.`,
  ];
  return {
    title: tooMany
      ? `${photoLimits.perMessage} photos at most`
      : isHeicPhoto
        ? 'HEIC cannot be read here'
        : unreadable === 1
          ? 'Not a photo'
          : 'Not photos',
    description: sentences.filter(Boolean).join(' '),
    style: 'destructive',
  };
}

const which = (count: number, of: number, name?: string) =>
  count === 1 && name ? oneText`“${short(name)}”` : `${count} of ${of} files`;

const longestName = 40;

/** The beginning of a name, and its end with the file's type. */
const short = (name: string) =>
  name.length > longestName
    ? `${beginningOf(name, longestName - 15)}${name.slice(-14).toWellFormed()}`
    : name;
