import { useEffect, useState } from 'react';

/**
 * Whether content that is `ready` still waits for other content that belongs before it: for so many ms at most, and
 * never again once it has been shown.
 */
export function useFirstWait(ready: boolean, waits: boolean, ms: number): boolean {
  const [over, setOver] = useState(false);
  if (ready && !waits && !over) setOver(true);
  const wanted = ready && waits && !over;
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [wanted, ms]);
  return wanted;
}
