import { useEffect, useState } from 'react';

/**
 * The time, updated whenever its displayed form changes.
 * @param stepOf the ms between two changes at a time; `null` stops the updates
 */
export function useNow(stepOf: (now: number) => number | null): number {
  const [now, setNow] = useState(Date.now);
  const step = stepOf(now);
  useEffect(() => {
    if (step === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      wait();
    };
    // Ticks at the exact change, however late the last tick was.
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(tick, step - (Date.now() % step));
    };
    // Timers stop while the app is in the background.
    const back = () => document.visibilityState === 'visible' && tick();
    wait();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, [step]);
  return now;
}
