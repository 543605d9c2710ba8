import { useEffect, useState } from 'react';

/**
 * The time, as often as what is shown of it changes.
 * @param stepOf how many ms lie between two changes at a time; nothing ticks where it is `null`
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
    // On the stroke, however late the last one was heard.
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(tick, step - (Date.now() % step));
    };
    // Timers stand still in an app that is away.
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
