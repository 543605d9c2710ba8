import { useEffect, useState } from 'react';

/** `wanted` for so many ms at most, such as a wait for content that may be late. */
export function useAtMost(wanted: boolean, ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [wanted, ms]);
  return wanted && !over;
}
