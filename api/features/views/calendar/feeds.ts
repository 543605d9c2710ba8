/** A calendar's content, and its version. */
export interface Feed {
  etag: string;
  /** UTF-8, so that simultaneous readers share the same bytes. */
  text: Buffer;
}

/** The limit for all cached calendars, in bytes; most calendars read once an hour. */
const mostKept = 32 * 2 ** 20;

interface Kept {
  etag: string;
  text: Promise<Buffer>;
  /** In bytes; 0 while it is being made. */
  size: number;
}

/** Cached calendars by person: while nothing has changed, none is made again, nor twice at once. */
export function createFeeds() {
  const kept = new Map<string, Kept>();

  /** The most recently used ones stay. */
  function makeRoom(): void {
    let size = 0;
    for (const [userId, one] of [...kept].reverse()) {
      size += one.size;
      if (size > mostKept) kept.delete(userId);
    }
  }

  return {
    async read(userId: string, etag: string, make: () => Promise<string>): Promise<Feed> {
      const known = kept.get(userId);
      const one = known?.etag === etag ? known : { etag, text: make().then(Buffer.from), size: 0 };
      kept.delete(userId);
      kept.set(userId, one);
      try {
        const text = await one.text;
        if (one.size === 0) {
          one.size = text.length;
          makeRoom();
        }
        return { etag, text };
      } catch (error) {
        if (kept.get(userId) === one) kept.delete(userId);
        throw error;
      }
    },
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
