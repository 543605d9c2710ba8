import './update-offer.css';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { isGoodMoment, isWriting } from './update-moment.ts';

const lookMs = 1000;

/**
 * Offers the newer app when there is a moment for it, and goes again when there is none. It takes its room from the end
 * of the page, whose beginning stays where it is, and never while somebody writes there.
 */
export default function UpdateOffer({ apply }: { apply: () => void }) {
  const [shown, setShown] = useState(false);
  const [later, setLater] = useState(false);
  useEffect(() => {
    const look = () => setShown((was) => isGoodMoment() && (was || !isWriting()));
    look();
    const timer = setInterval(look, lookMs);
    addEventListener('input', look);
    // Who comes back to the app may have the moment that they had not.
    const back = () => setLater((was) => was && document.visibilityState !== 'visible');
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
