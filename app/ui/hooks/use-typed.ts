import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 250;

/**
 * A text that is typed here and kept elsewhere: it goes there at a pause, and what was changed there comes back.
 * @returns what the field shows, and what to do with each change of it
 */
export function useTyped(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const [sent, setSent] = useState(kept);
  if (kept !== seen) {
    setSeen(kept);
    // What comes back as it was sent must not take away what has been typed since.
    if (kept !== sent) {
      setSent(kept);
      setTyped(kept);
    }
  }
  const settle = useEffectEvent(() => {
    setSent(typed);
    keep(typed);
  });
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => settle(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return [typed, setTyped];
}
