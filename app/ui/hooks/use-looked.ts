import { useEffect, useState } from 'react';

const lookMs = 1000;

/**
 * Whether the news has been on screen long enough to be read: a tap before that is no answer to it. `null`: no news.
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
