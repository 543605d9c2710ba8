interface Transaction {
  done: Promise<void>;
  abort(): void;
}

/**
 * What `steps` give, once their transaction is done; where one fails, it is undone. Also for reads: a connection that
 * the system ends fails both, and neither must go unheard.
 * @param givenUp undoes it, unless it is being committed already
 */
export async function within<T>(tx: Transaction, steps: Promise<T>, givenUp?: AbortSignal): Promise<T> {
  const undo = () => {
    try {
      tx.abort();
    } catch {
      // It is done.
    }
  };
  givenUp?.addEventListener('abort', undo);
  try {
    const [given] = await Promise.all([steps, tx.done]);
    return given;
  } finally {
    givenUp?.removeEventListener('abort', undo);
  }
}
