import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './errors.ts';

/** How often; points per 60 s, unless they say otherwise. */
export interface LimitRates {
  signInPerAddress: number;
  writesPerAddress: number;
  writesPerPerson: number;
  feedsPerAddress: number;
  /** Of the chat, open at once; a household or an office shares one. */
  socketsPerAddress: number;
  chatMessagesPerPerson: number;
  typingPerPerson: number;
  uploadsPerPerson: number;
  /** Files are held in memory while they come: of one person, and of all. */
  uploadsAtOncePerPerson: number;
  uploadsAtOnce: number;
  /** What a file may take to come. */
  uploadSeconds: number;
}

export const defaultRates: LimitRates = {
  signInPerAddress: 30,
  writesPerAddress: 1200,
  // A device that was long without a network sends five hundred messages in one go.
  writesPerPerson: 600,
  feedsPerAddress: 120,
  socketsPerAddress: 200,
  chatMessagesPerPerson: 120,
  typingPerPerson: 240,
  // A dozen messages full of photos that waited for a network.
  uploadsPerPerson: 120,
  uploadsAtOncePerPerson: 10,
  uploadsAtOnce: 40,
  // The largest photo over 45 kB a second.
  uploadSeconds: 180,
};

export interface Limits {
  socketsPerAddress: number;
  /** @throws Refusal `too_many_requests` with `Retry-After`. */
  signIn(address: string): Promise<void>;
  write(address: string, personId: string | null): Promise<void>;
  /** For calendars, which read without signing in. */
  feed(address: string): Promise<void>;
  /** For a message in the chat, whichever of a person's sockets it comes by. */
  chat(personId: string): Promise<void>;
  /** For being seen to type. */
  typing(personId: string): Promise<void>;
  /**
   * For a file that somebody sends. @returns until when it may take to come, and what to call once it is done with
   * @throws Refusal `too_many_requests`; `unavailable` while too many people send some
   */
  upload(personId: string): Promise<{ maxMs: number; done: () => void }>;
}

/** Limits per address and per person, counted in this process. */
export function createLimits(rates: LimitRates = defaultRates): Limits {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: 60 });
  const signIn = limiter(rates.signInPerAddress);
  const perAddress = limiter(rates.writesPerAddress);
  const perPerson = limiter(rates.writesPerPerson);
  const feed = limiter(rates.feedsPerAddress);
  const chat = limiter(rates.chatMessagesPerPerson);
  const typing = limiter(rates.typingPerPerson);
  const uploads = limiter(rates.uploadsPerPerson);
  const coming = new Map<string, number>();
  let allComing = 0;
  return {
    socketsPerAddress: rates.socketsPerAddress,
    async upload(personId) {
      await take(uploads, personId, 'files');
      const theirs = coming.get(personId) ?? 0;
      if (theirs >= rates.uploadsAtOncePerPerson)
        throw new Refusal('too_many_requests', 'Too many files at once. Please wait a moment.', soon);
      if (allComing >= rates.uploadsAtOnce)
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
    signIn: (address) => take(signIn, address),
    feed: (address) => take(feed, address),
    chat: (personId) => take(chat, personId, 'messages'),
    typing: (personId) => take(typing, personId),
    async write(address, personId) {
      await take(perAddress, address);
      if (personId) await take(perPerson, personId);
    },
  };
}

const soon = { retryAfterSeconds: 2 };

async function take(limiter: RateLimiterMemory, key: string, what = 'requests'): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refusal('too_many_requests', `Too many ${what}. Please wait a moment.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}
