/** What a calendar is given, and by what it knows it again. */
export interface Feed {
  etag: string;
  text: string;
}

/** People whose calendars are kept made; most read once an hour. */
const mostKept = 200;

/** Calendars that are made already, by person: as long as nothing has changed nobody makes them anew, nor two at once. */
export function createFeeds() {
  const kept = new Map<string, { etag: string; text: Promise<string> }>();
  return {
    async read(userId: string, etag: string, make: () => Promise<string>): Promise<Feed> {
      const known = kept.get(userId);
      const one = known?.etag === etag ? known : { etag, text: make() };
      // The last used stay.
      kept.delete(userId);
      kept.set(userId, one);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      try {
        return { etag, text: await one.text };
      } catch (error) {
        if (kept.get(userId) === one) kept.delete(userId);
        throw error;
      }
    },
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
