import { useEffect, useRef, useState } from 'react';
import { oneText } from '../lib/one-text.ts';
import { useReloadHold } from '../lib/reload-hold.ts';
import { Button } from '../ui/button.tsx';
import { useShown } from '../ui/ionic/use-shown.ts';

const delaysMs = [2000, 3000, 5000, 8000, 13_000, 20_000, 30_000];

/**
 * A payment that the bank has not decided; the person is not asked to pay again meanwhile. The page asks for the
 * result by itself, at growing intervals, and at a tap.
 * @param look reads the result, and removes this component once it is known; a failed look is repeated
 */
export function UnderWay({ follows, look }: { follows: string; look: () => Promise<unknown> }) {
  const shown = useShown();
  useReloadHold(shown);
  const [looks, setLooks] = useState(0);
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const now = async () => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    await look().catch(() => {});
    working.current = false;
    setBusy(false);
    setLooks((n) => n + 1);
  };
  const latest = useRef(now);
  latest.current = now;

  useEffect(() => {
    if (!shown || busy) return;
    const timer = setTimeout(() => void latest.current(), delaysMs[Math.min(looks, delaysMs.length - 1)]);
    return () => clearTimeout(timer);
  }, [shown, busy, looks]);

  return (
    <div className="stack">
      <div role="status" className="stack">
        <h3>Your payment is under way</h3>
        <p className="muted">{oneText`Your bank has not confirmed it yet, so please don't pay again. ${follows} This page looks again by itself.`}</p>
      </div>
      <Button kind="quiet" wide busy={busy} onClick={() => void now()}>
        Check again
      </Button>
    </div>
  );
}
