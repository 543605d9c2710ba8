import { begunNames, entriesOf } from './begun.ts';
import { plainStorage, tabStorage } from './plain-storage.ts';

/** The last attempt to send something. */
export interface Attempt {
  /** The sent content, as JSON. */
  content: string;
  /** The idempotency key. */
  key: string;
}

/**
 * The idempotency keys of this person's attempts to send, one attempt for each name, such as 'refund:' with the
 * payment's id. The same content has the same key, also after a reload, so that a repeat after a lost answer changes
 * nothing. They go with the sign-out.
 */
function attemptsIn(storage: typeof tabStorage) {
  const attempts = entriesOf<Attempt>(begunNames.attempts, storage);
  return {
    /**
     * The key of the attempt to send this content: the last attempt's for the same content, otherwise a new one.
     * @param older the last attempt, if an earlier release kept it elsewhere
     */
    keyFor(name: string, content: unknown, older?: Attempt): string {
      const text = JSON.stringify(content);
      const last = attempts.read(name) ?? older;
      if (last?.content === text) return last.key;
      const key = crypto.randomUUID();
      attempts.keep(name, { content: text, key });
      return key;
    },
    /** The key of the last attempt. */
    lastKey: (name: string): string | undefined => attempts.read(name)?.key,
    /** Called after a success, or if the server refused the key: the same content again is another attempt. */
    forget: attempts.forget,
  };
}

/** Attempts with content that this tab keeps. */
export const tabAttempts = attemptsIn(tabStorage);
/** Attempts with content that outlives the tab. */
export const deviceAttempts = attemptsIn(plainStorage);
