/** A signal that aborts after so many milliseconds, by the page's own clock, as all other waits. */
export function deadline(ms: number): { signal: AbortSignal; moveTo: (ms: number) => void; end: () => void } {
  const late = new AbortController();
  const expire = () => late.abort(new DOMException('It took too long', 'TimeoutError'));
  let timer = setTimeout(expire, ms);
  const end = () => clearTimeout(timer);
  return {
    signal: late.signal,
    /** Moves the deadline to so many milliseconds from now. */
    moveTo(next) {
      end();
      timer = setTimeout(expire, next);
    },
    end,
  };
}
