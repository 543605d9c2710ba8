import { isIPv4, isIPv6 } from 'node:net';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cost } from '../contract/calls/call.ts';
import { Refusal } from '../core/refusal.ts';
import { turnsByPerson } from '../core/turn.ts';
import { type Bodies, type BodyRates, createBodies } from './bodies.ts';

/** Limits; points per 60 s unless stated otherwise. */
export interface LimitRates extends BodyRates {
  signInPerAddress: number;
  writesPerAddress: number;
  writesPerPerson: number;
  /** Writes of one person that this process carries out at once, and those that may wait for their turn. */
  writesAtOncePerPerson: number;
  writesWaitingPerPerson: number;
  /** The longest wait of a write for its turn. */
  writeWaitSeconds: number;
  /** The age at which a caller's session and role are read again before a write is carried out. */
  rightsSeconds: number;
  /** Calls that are answered 401 or 403. */
  refusedPerAddress: number;
  feedsPerAddress: number;
  /** Reads of one private calendar from all addresses together. */
  feedsPerCalendar: number;
  /** Chat sockets open at once; a household or an office shares an address. */
  socketsPerAddress: number;
  readsPerPerson: number;
  /** Reads of visitors. */
  readsPerAddress: number;
  /** Points of reads that go through much of the database: a list costs 1, a file as many as its lists. */
  heavyPerPerson: number;
  /** Calls that ask the card provider, reads and writes together. */
  providerPerPerson: number;
  /** Calls that let a card be tried, within 24 hours: they tell whoever has stolen cards which of them work. */
  cardTriesPerPerson: number;
  chatMessagesPerPerson: number;
  typingPerPerson: number;
  /** Joins of conversations, with a point for each page of missed messages. */
  joinsPerPerson: number;
  uploadsPerPerson: number;
  /** Seconds of decoding a person's photos, within ten minutes. */
  photoSecondsPerPerson: number;
  /** Uploads at once, of one person and of all; a file is held in memory while it arrives. */
  uploadsAtOncePerPerson: number;
  uploadsAtOnce: number;
  /** The longest time for a file to arrive. */
  uploadSeconds: number;
}

export const defaultRates: LimitRates = {
  signInPerAddress: 30,
  writesPerAddress: 1200,
  // A device that was offline for long sends five hundred messages at once.
  writesPerPerson: 600,
  writesAtOncePerPerson: 2,
  writesWaitingPerPerson: 100,
  // With the call's own time, this is less than the 20 s after which a device gives up.
  writeWaitSeconds: 8,
  rightsSeconds: 1,
  // Signed-in people are rarely refused: a crowd behind one address meets this limit only while its sessions end.
  refusedPerAddress: 600,
  feedsPerAddress: 120,
  feedsPerCalendar: 30,
  socketsPerAddress: 200,
  // Enough for threads of photos, one after the other, in several tabs.
  readsPerPerson: 3000,
  readsPerAddress: 6000,
  heavyPerPerson: 600,
  providerPerPerson: 120,
  // A person who tries all their cards at every door is far from it.
  cardTriesPerPerson: 40,
  chatMessagesPerPerson: 120,
  typingPerPerson: 240,
  // Four times all conversations of a full inbox.
  joinsPerPerson: 480,
  // A dozen messages full of photos that were sent offline.
  uploadsPerPerson: 120,
  // Several hundred photos of a phone's camera.
  photoSecondsPerPerson: 120,
  uploadsAtOncePerPerson: 10,
  uploadsAtOnce: 40,
  // The largest photo at 45 kB a second.
  uploadSeconds: 180,
  bodySeconds: 10,
  // Two of the largest photos with their connections; the app makes them smaller before it sends them.
  bodyBytesPerAddress: 16 * 2 ** 20 + 64 * 1024,
  bodyBytes: 24 * 2 ** 20,
};

export interface Limits {
  /** The bodies of requests that are arriving. */
  bodies: Bodies;
  socketsPerAddress: number;
  /** The age at which a caller's session and role are read again, in ms. */
  rightsMs: number;
  /** Counts a way to the issuer. @throws Refusal `too_many_requests` with `Retry-After`, as the others do */
  signIn(address: string): Promise<void>;
  /** Counts a return from the issuer, with the same limit. */
  signedIn(address: string): Promise<void>;
  write(address: string, personId: string | null): Promise<void>;
  /** Counts a call that is refused before any other limit counts it. */
  refused(address: string): Promise<void>;
  read(address: string, personId: string | null): Promise<void>;
  /** Counts the extra cost of a call, beside its read or write. */
  cost(cost: Cost, personId: string): Promise<void>;
  /** Counts a read of a calendar address, which needs no session. */
  feed(address: string): Promise<void>;
  /** Counts a read of one existing calendar. */
  calendar(id: string): Promise<void>;
  /** Counts a chat message, over any of the person's sockets. */
  chat(personId: string): Promise<void>;
  /** Counts a sign that a person is typing. */
  typing(personId: string): Promise<void>;
  /** Counts a join of a conversation, or a page of messages that were missed there. */
  join(personId: string): Promise<void>;
  /**
   * Carries out a write in its person's turn, so that nobody holds all connections to the database.
   * @param cost writes that ask the card provider wait for each other alone: it may take half a minute to answer
   * @throws Refusal `too_many_requests` if too many of this person wait already, or it has waited too long; and as
   * `work` does
   */
  inTurn<T>(personId: string, work: () => Promise<T>, cost?: Cost): Promise<T>;
  /** @throws Refusal `too_many_requests` if decoding this person's photos has taken too long lately */
  photoTime(personId: string): Promise<void>;
  /** Counts the seconds that decoding a photo took; it refuses nothing. */
  photoTook(personId: string, seconds: number): Promise<void>;
  /**
   * Counts an upload. @returns the most milliseconds that it may take, and a function to call when it is finished
   * @throws Refusal `too_many_requests`; `unavailable` while too many people upload
   */
  upload(personId: string): Promise<{ maxMs: number; done: () => void }>;
}

/** Makes a limiter of so many points in so many seconds, counted by all processes together. */
export type SharedLimiter = (name: string, points: number, seconds: number) => RateLimiterAbstract;

const minute = 60;
const day = 86_400;
const inThisProcess: SharedLimiter = (_, points, seconds) =>
  new RateLimiterMemory({ points, duration: seconds });

/** A file costs as much as so many lists. */
const points: Record<Cost, number> = { heavy: 1, file: 30, provider: 1, card: 1 };

/**
 * Limits per address and per person. Cheap and frequent things are counted in this process alone. Costly ones are
 * counted together by all processes.
 * @param shared left out if there is only one process
 */
export function createLimits(
  rates: LimitRates = defaultRates,
  shared: SharedLimiter = inThisProcess,
): Limits {
  const signIn = shared('sign-in', rates.signInPerAddress, minute);
  const signedIn = shared('signed-in', rates.signInPerAddress, minute);
  const perAddress = shared('writes-address', rates.writesPerAddress, minute);
  const perPerson = shared('writes-person', rates.writesPerPerson, minute);
  const feed = shared('feeds', rates.feedsPerAddress, minute);
  const calendar = shared('calendars', rates.feedsPerCalendar, minute);
  const chat = shared('chat', rates.chatMessagesPerPerson, minute);
  const heavy = shared('heavy', rates.heavyPerPerson, minute);
  const provider = shared('provider', rates.providerPerPerson, minute);
  const cardTries = shared('card-tries', rates.cardTriesPerPerson, day);
  const uploads = shared('uploads', rates.uploadsPerPerson, minute);
  const photoTenths = shared('photo-tenths', rates.photoSecondsPerPerson * 10, 10 * minute);
  const typing = inThisProcess('typing', rates.typingPerPerson, minute);
  const joins = inThisProcess('joins', rates.joinsPerPerson, minute);
  const reads = inThisProcess('reads-person', rates.readsPerPerson, minute);
  const readsFrom = inThisProcess('reads-address', rates.readsPerAddress, minute);
  const refused = inThisProcess('refused', rates.refusedPerAddress, minute);
  const turns = () =>
    turnsByPerson(rates.writesAtOncePerPerson, {
      mostWaiting: rates.writesWaitingPerPerson,
      longestMs: rates.writeWaitSeconds * 1000,
      refusal: () =>
        new Refusal('too_many_requests', 'Too many changes at once. Please wait a moment.', soon),
    });
  const inOwnTurn = turns();
  const inProviderTurn = turns();
  const coming = new Map<string, number>();
  let allComing = 0;
  return {
    bodies: createBodies(rates),
    socketsPerAddress: rates.socketsPerAddress,
    rightsMs: rates.rightsSeconds * 1000,
    async upload(personId) {
      await take(uploads, personId, tooMany('files'));
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
    photoTime: (personId) => take(photoTenths, personId, tooMany('photos')),
    async photoTook(personId, seconds) {
      // The first tenth of a second was counted before.
      const more = Math.ceil(seconds * 10) - 1;
      if (more > 0) await photoTenths.penalty(personId, more);
    },
    signIn: (address) => take(signIn, addressKey(address)),
    signedIn: (address) => take(signedIn, addressKey(address)),
    refused: (address) => take(refused, addressKey(address)),
    feed: (address) => take(feed, addressKey(address)),
    calendar: (id) => take(calendar, id),
    read: (address, personId) => (personId ? take(reads, personId) : take(readsFrom, addressKey(address))),
    async cost(cost, personId) {
      await take(asksProvider(cost) ? provider : heavy, personId, tooMany('requests'), points[cost]);
      if (cost === 'card')
        await take(cardTries, personId, 'You have tried cards too often today. Please call us to pay.');
    },
    chat: (personId) => take(chat, personId, tooMany('messages')),
    typing: (personId) => take(typing, personId),
    join: (personId) => take(joins, personId),
    inTurn: (personId, work, cost) => (asksProvider(cost) ? inProviderTurn : inOwnTurn)(personId, work),
    async write(address, personId) {
      await take(perAddress, addressKey(address));
      if (personId) await take(perPerson, personId);
    },
  };
}

const asksProvider = (cost: Cost | undefined): boolean => cost === 'provider' || cost === 'card';

const soon = { retryAfterSeconds: 2 };

const tooMany = (what: string): string => `Too many ${what}. Please wait a moment.`;

/** @param message the text of the refusal */
async function take(
  limiter: RateLimiterAbstract,
  key: string,
  message = tooMany('requests'),
  worth = 1,
): Promise<void> {
  try {
    await limiter.consume(key, worth);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refusal('too_many_requests', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}

/**
 * The key under which an address is counted. IPv6 counts by its first 64 bits, since an owner of one such address
 * has all of them. An IPv4 address written as IPv6 counts as IPv4.
 */
export function addressKey(address: string): string {
  if (isIPv4(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [left = [], right = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
