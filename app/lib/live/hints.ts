import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Hints that come together are heeded together, and those of a busy hour no more often than this. */
const pauseMs = 500;
/** A mutation that waits for a person or a bank, or a long queue, must not keep the rest of the screen old. */
const patienceMs = 3_000;

/** The path of the API that a query reads; whatever its search. `null` for what is no path. */
export function pathOf(key: QueryKey): string | null {
  const path = key.join('/').split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  return path.startsWith('/') ? path : null;
}

/**
 * Whether a hint means a path: one that ends in a slash means everything beneath it, any other exactly that path.
 */
export const means = (hint: string, path: string): boolean =>
  hint.endsWith('/') ? path.startsWith(hint) : path === hint;

/**
 * Has queries read again whose answers the server says are different now: what is on screen at once, the rest when it
 * is next looked at, and while the app is out of sight nothing at all.
 */
export class Hints {
  readonly #client: QueryClient;
  readonly #isSeen: () => boolean;
  readonly #isSending: () => boolean;
  #keys = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heededAt = Number.NEGATIVE_INFINITY;
  #waitsSince: number | null = null;

  /** @param isSending whether what waited on this device is being sent */
  constructor(client: QueryClient, isSeen: () => boolean, isSending = () => false) {
    this.#client = client;
    this.#isSeen = isSeen;
    this.#isSending = isSending;
  }

  hear(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
    this.#soon(Math.max(0, this.#heededAt + pauseMs - Date.now()));
  }

  /** The app is in front again: what was marked meanwhile is read. */
  seen(): void {
    void this.#client.refetchQueries(
      { type: 'active', predicate: (query) => query.state.isInvalidated },
      { cancelRefetch: false },
    );
  }

  /** Nothing of it is heeded any more. */
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
    // A read that begins while a change of the person's own is on its way could show what was before it.
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
    // One that is being read may have been asked before the change: what it brings is old, and it is read once more.
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
    /** `path`: what is read where the key is no path itself. */
    queryMeta: { path?: string };
  }
}
