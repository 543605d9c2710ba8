import { notificationsOutline } from 'ionicons/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { hrefs } from '../../../lib/hrefs.ts';
import { turnPushOn, usePush } from '../../../pwa/push/push.ts';
import { endOffer } from '../../../pwa/push/push-offer.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

/** Offers notifications on this device after a booking, for the team's answer. */
export function PushOffer({ onOver }: { onOver: () => void }) {
  const [busy, setBusy] = useState(false);
  const over = () => {
    endOffer();
    onOver();
  };
  const accept = async () => {
    setBusy(true);
    try {
      await turnPushOn();
      if (usePush.getState().state === 'on')
        toast({ title: 'Notifications are on', description: 'We tell you here when the team answers.' });
      over();
    } catch {
      setBusy(false);
      toast({
        title: 'Notifications could not be set up',
        description: 'Please try again, here or in your preferences.',
        style: 'destructive',
      });
    }
  };
  return (
    <Card className="after-booking" aria-labelledby="push-offer">
      <span className="category-icon sky">
        <Icon src={notificationsOutline} />
      </span>
      <div className="grow">
        <h2 id="push-offer">Know when it is scheduled</h2>
        <p className="muted">
          We can notify you on this device when the team answers, and the day before a visit. You can change
          it under <Link to={hrefs.profileTab('preferences')}>Preferences</Link> at any time.
        </p>
      </div>
      <div className="after-booking-choices">
        <Button size="small" busy={busy} onClick={() => void accept()}>
          Notify me
        </Button>
        <Button size="small" kind="plain" onClick={over}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
