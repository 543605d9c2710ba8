import { Refusal } from '../../core/refusal.ts';
import { day, dayIsFull, minute, type SharedLimiter, soon, take } from './take.ts';

export interface PhotoRates {
  uploadsPerPerson: number;
  /** Seconds of decoding a person's photos, within ten minutes. */
  photoSecondsPerPerson: number;
  /** Bytes of a person's stored photos, each with its small copy, within 24 hours. */
  photoBytesPerPerson: number;
  /** Uploads at once, of one person and of all; a file is held in memory while it arrives. */
  uploadsAtOncePerPerson: number;
  uploadsAtOnce: number;
  /** The longest time for a file to arrive. */
  uploadSeconds: number;
}

export interface PhotoLimits {
  /**
   * Counts an upload. @returns the most milliseconds that it may take, and a function to call when it is finished
   * @throws Refusal `too_many_requests`; `unavailable` while too many people upload
   */
  upload(personId: string): Promise<{ maxMs: number; done: () => void }>;
  /**
   * Counts a photo that is to be decoded.
   * @throws Refusal `too_many_requests` if decoding this person's photos has taken too long lately, or as many bytes of
   * them are stored as fit in one day
   */
  photo(personId: string): Promise<void>;
  /** Counts the seconds that decoding a photo took, also if it was refused then; it refuses nothing. */
  photoTook(personId: string, seconds: number): Promise<void>;
  /** Counts the bytes of a stored photo and its small copy; it refuses nothing. */
  photoStored(personId: string, bytes: number): Promise<void>;
}

export function photoLimits(rates: PhotoRates, shared: SharedLimiter): PhotoLimits {
  const uploads = shared('uploads', rates.uploadsPerPerson, minute);
  const tenths = shared('photo-tenths', rates.photoSecondsPerPerson * 10, 10 * minute);
  // In kB: a day's bytes are nearly too large for PostgreSQL's integers.
  const kilobytes = shared('photo-kilobytes', rates.photoBytesPerPerson / 1000, day);
  const coming = new Map<string, number>();
  let allComing = 0;
  return {
    async upload(personId) {
      await take(uploads, personId, { what: 'files' });
      const theirs = coming.get(personId) ?? 0;
      if (theirs >= rates.uploadsAtOncePerPerson)
        throw new Refusal('too_many_requests', 'Too many files at once. Please wait a moment.', soon);
      // As of the bytes of bodies, half of what is free: a few people cannot take all places.
      const free = rates.uploadsAtOnce - allComing;
      if (free <= 0 || theirs > free / 2)
        throw new Refusal('unavailable', 'Too many files are coming in. Please wait a moment.', soon);
      allComing += 1;
      coming.set(personId, theirs + 1);
      return {
        maxMs: rates.uploadSeconds * 1000,
        done() {
          allComing -= 1;
          const left = (coming.get(personId) ?? 0) - 1;
          if (left > 0) coming.set(personId, left);
          else coming.delete(personId);
        },
      };
    },
    async photo(personId) {
      await take(kilobytes, personId, { refusal: dayIsFull });
      await take(tenths, personId, { what: 'photos' });
    },
    async photoTook(personId, seconds) {
      // The first tenth of a second was counted before, as the first kB was below.
      const more = Math.ceil(seconds * 10) - 1;
      if (more > 0) await tenths.penalty(personId, more);
    },
    async photoStored(personId, bytes) {
      const more = Math.ceil(bytes / 1000) - 1;
      if (more > 0) await kilobytes.penalty(personId, more);
    },
  };
}
