import { isIPv4, isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Cost } from '../../contract/calls/call.ts';
import { Refusal } from '../../core/refusal.ts';
import { turnsByPerson } from '../../core/turn.ts';
import { type Bodies, type BodyRates, createBodies } from './bodies.ts';
import { type PhotoLimits, type PhotoRates, photoLimits } from './photo-limits.ts';
import type { WaitingRates } from './requests-in-turn.ts';
import { type StoredBytes, storedBytes } from './stored-bytes.ts';
import { day, minute, type SharedLimiter, soon, take } from './take.ts';

/** Limits; points per 60 s unless stated otherwise. */
export interface LimitRates extends BodyRates, PhotoRates, WaitingRates {
  signInPerAddress: number;
  writesPerAddress: number;
  writesPerPerson: number;
  /** Writes of one person that this process carries out at once, and those that may wait for their turn. */
  writesAtOncePerPerson: number;
  writesWaitingPerPerson: number;
  /** The longest wait of a write for its turn. */
  writeWaitSeconds: number;
  /** Costly reads of one person that this process carries out at once. As many wait as writes. */
  costlyReadsAtOncePerPerson: number;
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
  /** Times kept for customers who are choosing, from one address within the ten minutes that each is kept. */
  holdsPerAddress: number;
  /** Calls that ask the card provider, reads and writes together. */
  providerPerPerson: number;
  /** Calls that let a card be tried, within 24 hours: they tell whoever has stolen cards which of them work. */
  cardTriesPerPerson: number;
  /** Chat messages, by calls and over sockets together. */
  chatMessagesPerPerson: number;
  typingPerPerson: number;
  /** Joins of conversations, with a point for each page of missed messages. */
  joinsPerPerson: number;
  /** Bytes that a person's writes store, photos apart, within 24 hours. */
  storedBytesPerPerson: number;
}

export const defaultRates: LimitRates = {
  signInPerAddress: 30,
  writesPerAddress: 1200,
  // A device that was offline for long sends five hundred messages at once.
  writesPerPerson: 600,
  // As many as writes may wait.
  requestsWaitingPerSession: 100,
  // A crowd behind one address that opens the app in the same moment, each with a dozen calls.
  requestsWaitingPerAddress: 2000,
  writesAtOncePerPerson: 2,
  writesWaitingPerPerson: 100,
  // A call waits twice, for its limits and for its work; with its own time, that is less than the 20 s after which a
  // device gives up.
  writeWaitSeconds: 4,
  // A page of the team asks for three lists. Each of ten at once would hold a connection to the database.
  costlyReadsAtOncePerPerson: 3,
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
  // Customers of one mobile network share an address; a person keeps one time.
  holdsPerAddress: 60,
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
  // Twenty thousand long messages, or forty thousand short ones.
  storedBytesPerPerson: 20_000_000,
  // Thousands of photos. Those of customers have a smaller limit of their own, which the environment sets.
  photoBytesPerPerson: 2_000_000_000,
  uploadsAtOncePerPerson: 10,
  uploadsAtOnce: 40,
  // The largest photo at 45 kB a second.
  uploadSeconds: 180,
  bodySeconds: 10,
  // Two people can send the largest photos at once, which is four of them with their connections; the app makes them
  // smaller before it sends them. Five people who take all that they can leave room for a photo of 1.5 MB.
  bodyBytes: 33 * 2 ** 20,
};

export interface Limits extends PhotoLimits, StoredBytes, WaitingRates {
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
  /** Counts a time that an address keeps from others. */
  hold(address: string): Promise<void>;
  /** Counts the extra cost of a call, beside its read or write. */
  cost(cost: Cost, personId: string): Promise<void>;
  /** Counts a call that lets a card be tried, once it is carried out: a call that waited in vain for its turn tries none. */
  cardTry(personId: string): Promise<void>;
  /** Counts a read of a calendar address, which needs no session. */
  feed(address: string): Promise<void>;
  /** Counts a read of one existing calendar. */
  calendar(id: string): Promise<void>;
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
  /**
   * Carries out a costly read in the turn of its person, as `inTurn` does a write; a read without cost
   * begins at once.
   */
  readInTurn<T>(id: string, work: () => Promise<T>, cost: Cost | undefined): Promise<T>;
  /** Carries out the reads of one calendar one after the other: each draws up to ten thousand visits. */
  calendarInTurn<T>(id: string, work: () => Promise<T>): Promise<T>;
}

const inThisProcess: SharedLimiter = (_, points, seconds) =>
  new RateLimiterMemory({ points, duration: seconds });

/** A file costs as much as so many lists. */
const points: Record<Exclude<Cost, 'chat'>, number> = { heavy: 1, file: 30, provider: 1, card: 1 };

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
  const holds = shared('holds', rates.holdsPerAddress, 10 * minute);
  const provider = shared('provider', rates.providerPerPerson, minute);
  const cardTries = shared('card-tries', rates.cardTriesPerPerson, day);
  const typing = inThisProcess('typing', rates.typingPerPerson, minute);
  const joins = inThisProcess('joins', rates.joinsPerPerson, minute);
  const reads = inThisProcess('reads-person', rates.readsPerPerson, minute);
  const readsFrom = inThisProcess('reads-address', rates.readsPerAddress, minute);
  const refused = inThisProcess('refused', rates.refusedPerAddress, minute);
  const turns = (atOnce: number, what: string) =>
    turnsByPerson(atOnce, {
      mostWaiting: rates.writesWaitingPerPerson,
      longestMs: rates.writeWaitSeconds * 1000,
      refusal: () =>
        new Refusal('too_many_requests', `Too many ${what} at once. Please wait a moment.`, soon),
    });
  const inOwnTurn = turns(rates.writesAtOncePerPerson, 'changes');
  const inProviderTurn = turns(rates.writesAtOncePerPerson, 'changes');
  const readInOwnTurn = turns(rates.costlyReadsAtOncePerPerson, 'requests');
  const readInProviderTurn = turns(rates.costlyReadsAtOncePerPerson, 'requests');
  const calendarInTurn = turns(1, 'requests');
  return {
    bodies: createBodies(rates),
    requestsWaitingPerSession: rates.requestsWaitingPerSession,
    requestsWaitingPerAddress: rates.requestsWaitingPerAddress,
    socketsPerAddress: rates.socketsPerAddress,
    rightsMs: rates.rightsSeconds * 1000,
    ...photoLimits(rates, shared),
    ...storedBytes(rates.storedBytesPerPerson, shared),
    signIn: (address) => take(signIn, addressKey(address)),
    signedIn: (address) => take(signedIn, addressKey(address)),
    refused: (address) => take(refused, addressKey(address)),
    feed: (address) => take(feed, addressKey(address)),
    calendar: (id) => take(calendar, id),
    read: (address, personId) => (personId ? take(reads, personId) : take(readsFrom, addressKey(address))),
    hold: (address) => take(holds, addressKey(address), { what: 'times at once' }),
    cost: (cost, personId) =>
      cost === 'chat'
        ? take(chat, personId, { what: 'messages' })
        : take(asksProvider(cost) ? provider : heavy, personId, { worth: points[cost] }),
    cardTry: (personId) => take(cardTries, personId, { refusal: cardsTried }),
    typing: (personId) => take(typing, personId),
    join: (personId) => take(joins, personId),
    inTurn: (personId, work, cost) => (asksProvider(cost) ? inProviderTurn : inOwnTurn)(personId, work),
    readInTurn: (id, work, cost) =>
      cost ? (asksProvider(cost) ? readInProviderTurn : readInOwnTurn)(id, work) : work(),
    calendarInTurn,
    async write(address, personId) {
      await take(perAddress, addressKey(address));
      if (personId) await take(perPerson, personId);
    },
  };
}

const cardsTried = 'You have tried cards too often today. Please call us to pay.';

const asksProvider = (cost: Cost | undefined): boolean => cost === 'provider' || cost === 'card';

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
