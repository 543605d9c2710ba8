import { useEffect, useState } from 'react';

const lookMs = 1000;

/**
 * Whether news has been on the screen for as long as a look takes: a tap that was on its way when it came is no answer
 * to it. `null`: there is none.
 */
export function useLooked(news: string | null): boolean {
  const [looked, setLooked] = useState<string | null>(null);
  if (looked !== null && looked !== news) setLooked(null);
  useEffect(() => {
    if (news === null) return;
    const timer = setTimeout(() => setLooked(news), lookMs);
    return () => clearTimeout(timer);
  }, [news]);
  return news === null || looked === news;
}
