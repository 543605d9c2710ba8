/** A signal that ends what it is given to after so many milliseconds; by the page's own clock, as all else that waits. */
export function deadline(ms: number): { signal: AbortSignal; moveTo: (ms: number) => void; end: () => void } {
  const late = new AbortController();
  const expire = () => late.abort(new DOMException('It took too long', 'TimeoutError'));
  let timer = setTimeout(expire, ms);
  const end = () => clearTimeout(timer);
  return {
    signal: late.signal,
    /** So many milliseconds from now instead. */
    moveTo(next) {
      end();
      timer = setTimeout(expire, next);
    },
    end,
  };
}
