import { isIPv6 } from 'node:net';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cost } from '../contract/call.ts';
import { Refusal } from '../core/refusal.ts';

/** How often; points per 60 s, unless they say otherwise. */
export interface LimitRates {
  signInPerAddress: number;
  writesPerAddress: number;
  writesPerPerson: number;
  /** Calls that are answered 401 or 403. */
  refusedPerAddress: number;
  feedsPerAddress: number;
  /** Of one private calendar, from wherever it is read. */
  feedsPerCalendar: number;
  /** Of the chat, open at once; a household or an office shares one. */
  socketsPerAddress: number;
  readsPerPerson: number;
  /** Of visitors. */
  readsPerAddress: number;
  /** Points of reads that go through much of the database: a list costs 1, a file as many as lists. */
  heavyPerPerson: number;
  /** Calls that ask the card provider, reads and writes together. */
  providerPerPerson: number;
  chatMessagesPerPerson: number;
  typingPerPerson: number;
  joinsPerSocket: number;
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
  // Whoever is signed in is refused nothing: a crowd behind one address meets this only while its sessions end.
  refusedPerAddress: 600,
  feedsPerAddress: 120,
  feedsPerCalendar: 30,
  socketsPerAddress: 200,
  // A thread of photos after the other, in several tabs.
  readsPerPerson: 3000,
  readsPerAddress: 6000,
  heavyPerPerson: 600,
  providerPerPerson: 120,
  chatMessagesPerPerson: 120,
  typingPerPerson: 240,
  // All conversations of a full inbox, twice; each time what was missed is read and sent.
  joinsPerSocket: 240,
  // A dozen messages full of photos that waited for a network.
  uploadsPerPerson: 120,
  uploadsAtOncePerPerson: 10,
  uploadsAtOnce: 40,
  // The largest photo over 45 kB a second.
  uploadSeconds: 180,
};

export interface Limits {
  socketsPerAddress: number;
  /** In a minute. */
  joinsPerSocket: number;
  /** @throws Refusal `too_many_requests` with `Retry-After`. */
  signIn(address: string): Promise<void>;
  /** For the way back from the issuer, as often. */
  signedIn(address: string): Promise<void>;
  write(address: string, personId: string | null): Promise<void>;
  /** For a call that is turned away before any other limit counts it. */
  refused(address: string): Promise<void>;
  read(address: string, personId: string | null): Promise<void>;
  /** For what a call costs beyond itself, whether it reads or writes. */
  cost(cost: Cost, personId: string): Promise<void>;
  /** For calendars, which read without signing in. */
  feed(address: string): Promise<void>;
  /** For one of them that there is. */
  calendar(id: string): Promise<void>;
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

/** Makes a limiter of so many points in 60 s that all processes count together. */
export type SharedLimiter = (name: string, points: number) => RateLimiterAbstract;

const inThisProcess = (_: string, points: number) => new RateLimiterMemory({ points, duration: 60 });

/** A file reads as much as so many lists. */
const points: Record<Cost, number> = { heavy: 1, file: 30, provider: 1 };

/**
 * Limits per address and per person. What is cheap, and happens many times a second, is counted in this process
 * alone; whatever costs is counted together with the processes beside it.
 * @param shared left out where there are none
 */
export function createLimits(
  rates: LimitRates = defaultRates,
  shared: SharedLimiter = inThisProcess,
): Limits {
  const signIn = shared('sign-in', rates.signInPerAddress);
  const signedIn = shared('signed-in', rates.signInPerAddress);
  const perAddress = shared('writes-address', rates.writesPerAddress);
  const perPerson = shared('writes-person', rates.writesPerPerson);
  const feed = shared('feeds', rates.feedsPerAddress);
  const calendar = shared('calendars', rates.feedsPerCalendar);
  const chat = shared('chat', rates.chatMessagesPerPerson);
  const heavy = shared('heavy', rates.heavyPerPerson);
  const provider = shared('provider', rates.providerPerPerson);
  const uploads = shared('uploads', rates.uploadsPerPerson);
  const typing = inThisProcess('typing', rates.typingPerPerson);
  const reads = inThisProcess('reads-person', rates.readsPerPerson);
  const readsFrom = inThisProcess('reads-address', rates.readsPerAddress);
  const refused = inThisProcess('refused', rates.refusedPerAddress);
  const coming = new Map<string, number>();
  let allComing = 0;
  return {
    socketsPerAddress: rates.socketsPerAddress,
    joinsPerSocket: rates.joinsPerSocket,
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
    signIn: (address) => take(signIn, addressKey(address)),
    signedIn: (address) => take(signedIn, addressKey(address)),
    refused: (address) => take(refused, addressKey(address)),
    feed: (address) => take(feed, addressKey(address)),
    calendar: (id) => take(calendar, id),
    read: (address, personId) => (personId ? take(reads, personId) : take(readsFrom, addressKey(address))),
    cost: (cost, personId) =>
      take(cost === 'provider' ? provider : heavy, personId, 'requests', points[cost]),
    chat: (personId) => take(chat, personId, 'messages'),
    typing: (personId) => take(typing, personId),
    async write(address, personId) {
      await take(perAddress, addressKey(address));
      if (personId) await take(perPerson, personId);
    },
  };
}

const soon = { retryAfterSeconds: 2 };

async function take(limiter: RateLimiterAbstract, key: string, what = 'requests', worth = 1): Promise<void> {
  try {
    await limiter.consume(key, worth);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refusal('too_many_requests', `Too many ${what}. Please wait a moment.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}

/**
 * Whom an address counts as: of IPv6 the first 64 bits, since whoever has one address there has all of them; of an
 * IPv4 address that is written as one of IPv6, that.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [left = [], right = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
