import { useEffect, useState } from 'react';

const pauseMs = 250;

/** A value once it has not changed for a moment: what is being typed is asked about when it is there. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
