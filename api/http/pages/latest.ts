/** The time for which a request waits for a newer value while there is an older one. */
const patienceMs = 1_500;
/** The time after which a value that could not be made is tried again. */
const againMs = 5_000;

/**
 * A value that is made of what is published: at the first call, and again once something else is published. While it
 * cannot be made, the last good one holds.
 * @param edition names what is published
 * @returns the value of the present edition; an older one if the newer fails or takes long; `null` if there is none
 */
export function latest<T>(
  edition: () => string,
  make: () => Promise<T>,
  onFailure: (err: unknown) => void,
): () => Promise<T | null> {
  let good: { edition: string; value: T } | null = null;
  let making: { edition: string; done: Promise<void> } | null = null;
  let failure: { edition: string; at: number } | null = null;

  async function attempt(of: string): Promise<void> {
    try {
      const value = await make();
      // A newer attempt may have ended before this one.
      if (making?.edition === of) good = { edition: of, value };
    } catch (err) {
      failure = { edition: of, at: Date.now() };
      onFailure(err);
    } finally {
      if (making?.edition === of) making = null;
    }
  }

  return async () => {
    const now = edition();
    if (good?.edition === now) return good.value;
    if (failure?.edition !== now || Date.now() - failure.at > againMs) {
      if (making?.edition !== now) making = { edition: now, done: attempt(now) };
      await (good ? within(making.done) : making.done);
    }
    return good?.value ?? null;
  };
}

/** Waits until the work has ended, but not for ever. */
async function within(done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}

/** Reads what is published once for each edition, for all who need it at the same time. */
export function readOnce<T>(edition: () => string, read: () => Promise<T>): () => Promise<T> {
  let last: { edition: string; data: Promise<T> } | null = null;
  return () => {
    const now = edition();
    if (last?.edition === now) return last.data;
    const data = read();
    last = { edition: now, data };
    data.catch(() => {
      if (last?.data === data) last = null;
    });
    return data;
  };
}
