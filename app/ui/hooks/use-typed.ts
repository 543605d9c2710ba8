import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 250;

/**
 * A text that is typed here and stored elsewhere: it is stored at a pause, and changes made there come back.
 * @returns the text for the field, and a function for each change of it
 */
export function useTyped(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const [sent, setSent] = useState(kept);
  if (kept !== seen) {
    setSeen(kept);
    // The text that returns from the store must not remove what has been typed since.
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
