import { createHash } from 'node:crypto';
import { day, dayIsFull, type SharedLimiter, take } from './take.ts';

/** The bytes of a row and its indexes beside its text; SQLite needs 390 for the shortest message. */
const rowBytes = 500;
const mostRemembered = 10_000;

/** A write to be counted: the call's name or the event's, the id under which it may be repeated, and its content. */
export interface Written {
  name: string;
  key: string | null;
  content: unknown;
}

export interface StoredBytes {
  /**
   * Counts what a write of a person stores: its content as JSON, and a row. A repeat is not counted again while this
   * process remembers it.
   * @param isOwed whether the contract calls it `owed`: these count in a limit of their own, of as many bytes, so that
   * no day full of others refuses one
   * @throws Refusal `too_many_requests` if this person has stored as much as fits in one day
   */
  stored(personId: string, written: Written, isOwed?: boolean): Promise<void>;
}

/** @param perPerson the most bytes of one person within 24 hours */
export function storedBytes(perPerson: number, shared: SharedLimiter): StoredBytes {
  const bytes = shared('stored-bytes', perPerson, day);
  const owed = shared('stored-bytes-owed', perPerson, day);
  const counted = new Set<string>();
  return {
    async stored(personId, { name, key, content }, isOwed = false) {
      const text = JSON.stringify(content) ?? '';
      // With its content: an attempt that failed may be repeated with another, which is stored then.
      const repeat = key && hash(`${personId} ${name} ${key} ${text}`);
      if (repeat && counted.has(repeat)) return;
      await take(isOwed ? owed : bytes, personId, {
        worth: rowBytes + Buffer.byteLength(text),
        refusal: dayIsFull,
      });
      if (!repeat) return;
      counted.add(repeat);
      const [oldest] = counted;
      if (counted.size > mostRemembered && oldest) counted.delete(oldest);
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
