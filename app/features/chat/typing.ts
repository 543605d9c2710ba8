/** Both times are from spec §9. */
const sendEveryMs = 2000;
const shownForMs = 3000;

/** Tells the other side that the person is typing, at most every 2 s. */
export class TypingTold {
  #toldAt = Number.NEGATIVE_INFINITY;
  readonly #tell: () => void;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  typed(): void {
    const now = Date.now();
    if (now - this.#toldAt < sendEveryMs) return;
    this.#toldAt = now;
    this.#tell();
  }

  /** Called after sending: the next letter is reported at once. */
  sent(): void {
    this.#toldAt = Number.NEGATIVE_INFINITY;
  }
}

export interface Typist {
  name: string;
  isSupport: boolean;
}

/** The people who type on the other side: each for 3 s after the last report, or until their message arrives. */
export class TypingShown {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #typists = new Map<string, Typist>();
  readonly #show: (typists: Typist[]) => void;

  constructor(show: (typists: Typist[]) => void) {
    this.#show = show;
  }

  heard(typist: Typist): void {
    const key = keyOf(typist);
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.wrote(typist), shownForMs),
    );
    if (this.#typists.has(key)) return;
    this.#typists.set(key, typist);
    this.#show([...this.#typists.values()]);
  }

  wrote(typist: Typist): void {
    const key = keyOf(typist);
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    if (this.#typists.delete(key)) this.#show([...this.#typists.values()]);
  }

  /** Forgets everybody who types. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#typists.clear();
    this.#show([]);
  }
}

const keyOf = ({ name, isSupport }: Typist) => `${isSupport} ${name}`;
