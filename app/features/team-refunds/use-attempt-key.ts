import { useRef } from 'react';

interface AttemptKey {
  /** The same key for the same content, so that a repeat after a lost answer changes nothing. */
  keyFor(content: unknown): string;
  /** Must be called after a success: the same content, sent again on purpose, is another attempt. */
  forget(): void;
}

/** The key of an attempt to send something. */
export function useAttemptKey(): AttemptKey {
  const attempt = useRef({ content: '', key: '' });
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (attempt.current.content !== text) attempt.current = { content: text, key: crypto.randomUUID() };
      return attempt.current.key;
    },
    forget() {
      attempt.current = { content: '', key: '' };
    },
  };
}
