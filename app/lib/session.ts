import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/contract/calls/calls.ts';
import type { User } from '../../api/contract/schemas/people.ts';
import { ApiError, keyOf } from './api.ts';
import { inTime } from './in-time.ts';
import { useDay } from './time/day.ts';

/** An error state must not, by mounting, read again: the page would switch to waiting for ever. */
export const userQuery = () =>
  queryOptions<Answer<'readUser'>>({ queryKey: keyOf('readUser'), retryOnMount: false });
export const configQuery = () => queryOptions<Answer<'readConfig'>>({ queryKey: keyOf('readConfig') });

export interface Session {
  user: User | null;
  /** `unreachable`: a person is signed in whom this device does not know, and the server did not answer. */
  status: 'loading' | 'in' | 'out' | 'unreachable';
}

/**
 * The signed-in person, as far as this device knows: only a 401 is a sign-out; a read that failed by the network
 * leaves the stored person (design §6).
 */
export function sessionOf(read: { data: User | undefined; error: unknown; pending: boolean }): Session {
  if (read.error instanceof ApiError && read.error.status === 401) return { user: null, status: 'out' };
  if (read.data) return { user: read.data, status: 'in' };
  return { user: null, status: read.pending ? 'loading' : read.error ? 'unreachable' : 'out' };
}

/**
 * A plain mark that the server leaves beside the session's own cookie, different for every person. A visitor's page
 * need not ask who is signed in, and stored data of one person is not shown to the next.
 */
export const personMark = (): string | null =>
  /(?:^|; )hearthkeep-in=([\w-]+)/.exec(document.cookie)?.[1] ?? null;

/** Removes the mark of an account that can no longer sign in, so that the page becomes a visitor's. */
export function dropPersonMark(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is served.
  document.cookie = 'hearthkeep-in=; path=/; max-age=0';
}

let markedNow: boolean | undefined;

/**
 * Whether somebody is signed in, asked once per task: the answer comes from another process, and the parts of a
 * visitor's page would wait for it fifty times.
 */
function isMarked(): boolean {
  if (markedNow === undefined) {
    markedNow = personMark() !== null;
    queueMicrotask(() => {
      markedNow = undefined;
    });
  }
  return markedNow;
}

export function useUser(): Session {
  const query = useQuery({
    ...userQuery(),
    enabled: (q) => q.state.data !== undefined || isMarked(),
  });
  return sessionOf({ data: query.data, error: query.error, pending: query.isLoading });
}

export function useConfig(): Answer<'readConfig'> | undefined {
  return useQuery(configQuery()).data;
}

/** The name that the server wrote into the page. */
const pageName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=apple-mobile-web-app-title]')?.content ?? 'Hearthkeep';

/** How soon the team answers a request, such as ' within 2 hours', after a space; '' where nothing is promised. */
export function useReplyTime(): string {
  const words = useConfig()?.replyTime;
  return words ? ` ${words}` : '';
}

/** The name of the business that runs this installation. */
export const useBusinessName = (): string => useConfig()?.businessName ?? pageName();

/**
 * The business's zone; the device's own before the configuration is read. Times name days by their distance from
 * today, so the component is also rendered again when the zone's day passes.
 */
export function useZone(): string {
  const zone = useConfig()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  useDay(zone);
  return zone;
}

/**
 * Leaves for the sign-in page.
 * @param returnTo the page to which it leads back, the present one by default; `null` for the person's own first page
 */
export function signIn(returnTo: string | null = location.pathname + location.search): void {
  location.assign(returnTo === null ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`);
}

const noticeMs = 500;
const firstWithinMs = 3000;
/**
 * The longest time that leaving takes. A download or a telephone link also fires `beforeunload`, but the page stays.
 */
const patienceMs = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;
let leaving: { off: boolean } | undefined;

/**
 * Leaves for the sign-in page 500 ms after a notice can be read (spec §9). Another navigation that has begun by then
 * has priority: signing out by its address ends the session first. If someone has signed in in another tab by then,
 * the page starts again as theirs instead: the end of a session may be told before its successor is known here.
 * @param shown resolves when the notice is on screen
 * @param first work that must end before, unless it takes longer than a device may
 * @returns a function that cancels it
 */
export function signInSoon(shown: Promise<void>, first: Promise<unknown> = Promise.resolve()): () => void {
  if (!leaving) {
    const trip = { off: false };
    leaving = trip;
    const mark = personMark();
    const leave = () => {
      if (trip.off) return;
      if (Date.now() - leftAt < patienceMs) setTimeout(leave, noticeMs);
      else if (personMark() && personMark() !== mark) location.reload();
      else signIn();
    };
    const noticed = shown.then(() => new Promise((resolve) => setTimeout(resolve, noticeMs)));
    void Promise.allSettled([noticed, inTime(first, firstWithinMs)]).then(leave);
  }
  return arrive;
}

/** Cancels the way to the sign-in page. */
export const stayHere = (): void => arrive();

function arrive(): void {
  if (leaving) leaving.off = true;
  leaving = undefined;
}

globalThis.addEventListener?.('beforeunload', () => {
  leftAt = Date.now();
});

// The person returned from the sign-in page to this page in the browser's cache, so nothing is under way.
globalThis.addEventListener?.('pageshow', (event) => {
  if (!(event as PageTransitionEvent).persisted) return;
  leftAt = Number.NEGATIVE_INFINITY;
  arrive();
});

/** Whether the person is being led to the sign-in page and has been told why. */
export const isLeaving = (): boolean => leaving !== undefined;
