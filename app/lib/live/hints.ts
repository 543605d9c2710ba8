import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** The pause in which hints are collected; in a busy hour hints are handled no more often than this. */
const pauseMs = 500;
/**
 * The longest wait for a mutation, which may itself wait for a person, a bank or a long queue: the screen must not
 * stay old so long.
 */
const patienceMs = 3_000;

/** The API path that a query reads, without its search; `null` for a key that is no path. */
export function pathOf(key: QueryKey): string | null {
  const path = key.join('/').split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  return path.startsWith('/') ? path : null;
}

/**
 * Whether a hint covers a path: a hint that ends in a slash covers everything beneath it, any other exactly that
 * path.
 */
export const means = (hint: string, path: string): boolean =>
  hint.endsWith('/') ? path.startsWith(hint) : path === hint;

/**
 * Reads queries again when the server hints that their answers have changed: visible ones at once, the others when
 * they are next shown, and none while the app is out of sight.
 */
export class Hints {
  readonly #client: QueryClient;
  readonly #isSeen: () => boolean;
  readonly #isSending: () => boolean;
  #keys = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heededAt = Number.NEGATIVE_INFINITY;
  #waitsSince: number | null = null;

  /** @param isSending whether the outbox is being sent */
  constructor(client: QueryClient, isSeen: () => boolean, isSending = () => false) {
    this.#client = client;
    this.#isSeen = isSeen;
    this.#isSending = isSending;
  }

  hear(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
    this.#soon(Math.max(0, this.#heededAt + pauseMs - Date.now()));
  }

  /** Called when the app is in front again: queries marked meanwhile are read. */
  seen(): void {
    void this.#client.refetchQueries(
      { type: 'active', predicate: (query) => query.state.isInvalidated },
      { cancelRefetch: false },
    );
  }

  /** Drops all collected hints. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#keys.clear();
  }

  #soon(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#heed();
    }, ms);
  }

  #heed(): void {
    const now = Date.now();
    // A read that begins during the person's own change could show the state before it.
    if (this.#client.isMutating() || this.#isSending()) {
      this.#waitsSince ??= now;
      if (now - this.#waitsSince < patienceMs) {
        this.#soon(100);
        return;
      }
    }
    this.#waitsSince = null;
    this.#heededAt = now;
    const hints = [...this.#keys];
    this.#keys.clear();
    const isMeant = ({ queryKey, meta }: Query) => {
      const path = meta?.path ?? pathOf(queryKey);
      return path !== null && hints.some((hint) => means(hint, path));
    };
    // A read under way may have been asked before the change and bring old data, so it is repeated once.
    for (const query of this.#client.getQueryCache().findAll({ predicate: isMeant, fetchStatus: 'fetching' }))
      void query.promise
        ?.catch(() => {})
        .then(() => this.#readAgain(({ queryHash }) => queryHash === query.queryHash));
    void this.#readAgain((query) => isMeant(query) && query.state.fetchStatus !== 'fetching');
  }

  #readAgain(predicate: (query: Query) => boolean): Promise<void> {
    return this.#client.invalidateQueries({ predicate, refetchType: this.#isSeen() ? 'active' : 'none' });
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `path`: the path that is read, for a key that is no path itself. */
    queryMeta: { path?: string };
  }
}
