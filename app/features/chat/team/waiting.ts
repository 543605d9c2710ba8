import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** '12 min', '2 h 5 min', '3 days'. */
export function formatWaiting(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs));
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

/** The present time, updated every minute while it is looked at (milliseconds). */
export function useMinute(shown: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!shown) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, minuteMs);
    // A timer stops while the app is in the background.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [shown]);
  return now;
}
