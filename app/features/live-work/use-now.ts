import { useEffect, useState } from 'react';

/**
 * The server's clock, told on every few seconds: a device whose own is wrong counts right.
 * @param at the server's time when it answered, and `readAt` this device's
 */
export function useNow(shown: boolean, { at, readAt }: { at: string; readAt: number }): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!shown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [shown]);
  // Between an answer and the next tick the answer is the newer.
  return Math.max(now, readAt) + Date.parse(at) - readAt;
}
