import { useEffect, useState } from 'react';

/**
 * The server's time, continued every few seconds, so that a device with a wrong clock shows the right time.
 * @param at the server's time of its answer, and `readAt` the device's time then
 */
export function useNow(shown: boolean, { at, readAt }: { at: string; readAt: number }): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!shown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [shown]);
  // The answer is newer than the last tick.
  return Math.max(now, readAt) + Date.parse(at) - readAt;
}
