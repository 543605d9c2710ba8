import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/contract/calls.ts';
import type { User } from '../../api/contract/entities.ts';
import { ApiError, keyOf } from './api.ts';
import { inTime } from './in-time.ts';
import { useDay } from './time/day.ts';

/** What says that it could not be read must not, by being shown, read it again: it would give way to a wait for ever. */
export const userQuery = () =>
  queryOptions<Answer<'readUser'>>({ queryKey: keyOf('readUser'), retryOnMount: false });
export const configQuery = () => queryOptions<Answer<'readConfig'>>({ queryKey: keyOf('readConfig') });

export interface Session {
  user: User | null;
  /** `unreachable`: someone is signed in whom this device does not know, and the server did not answer. */
  status: 'loading' | 'in' | 'out' | 'unreachable';
}

/**
 * Who is signed in, as far as this device knows: only a 401 is a sign-out; a read that the network lost leaves
 * whoever is stored (design §6).
 */
export function sessionOf(read: { data: User | undefined; error: unknown; pending: boolean }): Session {
  if (read.error instanceof ApiError && read.error.status === 401) return { user: null, status: 'out' };
  if (read.data) return { user: read.data, status: 'in' };
  return { user: null, status: read.pending ? 'loading' : read.error ? 'unreachable' : 'out' };
}

/**
 * A plain mark that the server leaves beside the session's own cookie, another for every person: a visitor's page
 * need not ask who they are, and what is kept here for one person is not shown to the next.
 */
export const personMark = (): string | null =>
  /(?:^|; )hearthkeep-in=([\w-]+)/.exec(document.cookie)?.[1] ?? null;

/** A page that nobody can sign in to again is a visitor's. */
export function dropPersonMark(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is served.
  document.cookie = 'hearthkeep-in=; path=/; max-age=0';
}

export function useUser(): Session {
  const query = useQuery({
    ...userQuery(),
    enabled: (q) => q.state.data !== undefined || personMark() !== null,
  });
  return sessionOf({ data: query.data, error: query.error, pending: query.isLoading });
}

export function useConfig(): Answer<'readConfig'> | undefined {
  return useQuery(configQuery()).data;
}

/** What the company that runs this installation calls itself. */
export const useBusinessName = (): string => useConfig()?.businessName ?? 'Hearthkeep';

/**
 * The business's zone; before the configuration is read, the device's own. Who writes times by it calls days by their
 * distance from today, and so is drawn anew when its day passes.
 */
export function useZone(): string {
  const zone = useConfig()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  useDay(zone);
  return zone;
}

/** Leaves for the sign-in page, to come back to where the person is. */
export function signIn(returnTo: string = location.pathname + location.search): void {
  location.assign(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
}

const noticeMs = 500;
const firstWithinMs = 3000;
/** What saves a file, or opens the phone, says as well that it leaves; it is never longer on its way than this. */
const patienceMs = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;
let leaving: { off: boolean } | undefined;

/**
 * Leaves for the sign-in page 500 ms after a notice can be read (spec §9). Another way out of the page that has begun
 * by then goes first: signing out by its address ends the session before it is through.
 * @param shown when it is on screen
 * @param first what is to be over by then, where that takes no longer than a device may
 * @returns what calls it off
 */
export function signInSoon(shown: Promise<void>, first: Promise<unknown> = Promise.resolve()): () => void {
  if (!leaving) {
    const trip = { off: false };
    leaving = trip;
    const leave = () => {
      if (trip.off) return;
      if (Date.now() - leftAt < patienceMs) setTimeout(leave, noticeMs);
      else signIn();
    };
    const noticed = shown.then(() => new Promise((resolve) => setTimeout(resolve, noticeMs)));
    void Promise.allSettled([noticed, inTime(first, firstWithinMs)]).then(leave);
  }
  return arrive;
}

/** Calls off a way to the sign-in page that has begun. */
export const stayHere = (): void => arrive();

function arrive(): void {
  if (leaving) leaving.off = true;
  leaving = undefined;
}

globalThis.addEventListener?.('beforeunload', () => {
  leftAt = Date.now();
});

// Back from the sign-in page to this one as it was left: it is on its way nowhere.
globalThis.addEventListener?.('pageshow', (event) => {
  if (!(event as PageTransitionEvent).persisted) return;
  leftAt = Number.NEGATIVE_INFINITY;
  arrive();
});

/** Whether the person is on the way to the sign-in page and has been told why. */
export const isLeaving = (): boolean => leaving !== undefined;
