import { useEffect, useState } from 'react';

const pauseMs = 250;

/** A value after it has not changed for a moment, so that a search waits for the end of typing. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
