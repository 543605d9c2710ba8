import { useEffect, useState, useSyncExternalStore } from 'react';

/** A person who looks something up elsewhere and returns within this time counts as present. */
const graceMs = 5000;

/** Whether the app is in front. */
export function useInFront(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
}

/** Whether a person is looking: while the app is in front, and for 5 s after. */
export function useSomebodyLooks(): boolean {
  const inFront = useInFront();
  const [wasJust, setWasJust] = useState(inFront);
  useEffect(() => {
    if (inFront) return setWasJust(true);
    const timer = setTimeout(() => setWasJust(false), graceMs);
    return () => clearTimeout(timer);
  }, [inFront]);
  return inFront || wasJust;
}
