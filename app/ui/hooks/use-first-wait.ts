import { useEffect, useState } from 'react';

/** `late`: the other content did not come in time, and is to be left out. */
type FirstWait = 'waiting' | 'late' | 'over';

/**
 * Whether content that is `ready` still waits for other content that belongs before it: for so many ms at most.
 * Coming later, the other content would push this one away under a finger; it is late until the page is shown anew.
 */
export function useFirstWait(ready: boolean, waits: boolean, ms: number, shown: boolean): FirstWait {
  const [state, setState] = useState<FirstWait>('waiting');
  if (state === 'waiting' && ready && !waits) setState('over');
  if (state === 'late' && !waits && !shown) setState('over');
  const limited = state === 'waiting' && ready && waits;
  useEffect(() => {
    if (!limited) return;
    const timer = setTimeout(() => setState('late'), ms);
    return () => clearTimeout(timer);
  }, [limited, ms]);
  return state;
}
