interface Transaction {
  done: Promise<void>;
  abort(): void;
}

/**
 * The result of `steps` after their transaction is complete; if a step fails, the transaction is undone. Reads use
 * it too: a connection closed by the system fails both promises, and both errors must be handled.
 * @param givenUp undoes the transaction, unless it is being committed already
 */
export async function within<T>(tx: Transaction, steps: Promise<T>, givenUp?: AbortSignal): Promise<T> {
  const undo = () => {
    try {
      tx.abort();
    } catch {
      // The transaction is already complete.
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
