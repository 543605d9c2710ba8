import './update-offer.css';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { isGoodMoment, isWriting } from './update-moment.ts';

const lookMs = 1000;

/**
 * Offers the newer version at a good moment, and disappears when there is none. It takes its room from the end of
 * the page, so that the beginning stays in place, and never while the person writes there.
 */
export default function UpdateOffer({ apply }: { apply: () => void }) {
  const [shown, setShown] = useState(false);
  const [later, setLater] = useState(false);
  useEffect(() => {
    const look = () => setShown((before) => isGoodMoment() && (before || !isWriting()));
    look();
    const timer = setInterval(look, lookMs);
    addEventListener('input', look);
    // A person who returns to the app may now have time for the update.
    const back = () => setLater((before) => before && document.visibilityState !== 'visible');
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      removeEventListener('input', look);
      document.removeEventListener('visibilitychange', back);
    };
  }, []);
  return (
    <div className="update-offer" role="status">
      {shown && !later && (
        <div className="row spread">
          <span>New version ready</span>
          <span className="row">
            <Button size="small" kind="plain" onClick={() => setLater(true)}>
              Later
            </Button>
            <Button size="small" onClick={apply}>
              Update
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
