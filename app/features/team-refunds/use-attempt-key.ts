import { useRef } from 'react';

/** The key of an attempt to send something: the same as long as the content is, so that a repeat changes nothing. */
export function useAttemptKey(): (content: unknown) => string {
  const attempt = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (attempt.current.content !== text) attempt.current = { content: text, key: crypto.randomUUID() };
    return attempt.current.key;
  };
}
