import { photoLimits } from '../../../api/contract/photos.ts';
import type { Toast } from '../../ui/toasts/toast.tsx';

/** What was chosen or shared for a message, and what of it does not go with it. */
export interface LeftOut {
  /** How many files there were. */
  of: number;
  /** How many of them had no room. */
  tooMany: number;
  /** Whether they came from the phone's own gallery, where the rest is then. */
  shared?: boolean;
  /** How many could not be read as photos. */
  unreadable: number;
  /** What the file is called, where it was one that could not be read. */
  name?: string;
}

/** What to say of it; `null` where all of it goes. */
export function leftOutToast({ of, tooMany, shared, unreadable, name }: LeftOut): Toast | null {
  if (!tooMany && !unreadable) return null;
  const said = [
    tooMany &&
      (shared
        ? 'Share the rest once more when this message is sent.'
        : 'The rest can go with the next message.'),
    unreadable &&
      `${which(unreadable, of, name)} could not be read as ${unreadable === 1 ? 'a photo and was' : 'photos and were'} left out.`,
  ];
  return {
    title: tooMany
      ? `${photoLimits.perMessage} photos at most`
      : unreadable === 1
        ? 'Not a photo'
        : 'Not photos',
    description: said.filter(Boolean).join(' '),
    style: 'destructive',
  };
}

const which = (count: number, of: number, name?: string) =>
  count === 1 && name ? `“${short(name)}”` : `${count} of ${of} files`;

const longestName = 40;

/** Its beginning, and its end with what kind of file it is. */
const short = (name: string) =>
  name.length > longestName ? `${name.slice(0, longestName - 15)}…${name.slice(-14)}` : name;
