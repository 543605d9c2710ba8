import { homeOutline } from 'ionicons/icons';
import { oneText } from '../../../lib/one-text.ts';
import { useBusinessName } from '../../../lib/session.ts';
import { endInvitation, useInstallWay } from '../../../pwa/install/install.ts';
import { InstallButton } from '../../../pwa/install/install-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';

/**
 * Offers the installation after a booking, when the person has a reason to return. Nothing if the app cannot be
 * installed.
 */
export function InstallInvitation({ onOver }: { onOver: () => void }) {
  const way = useInstallWay();
  const name = useBusinessName();
  if (!way) return null;
  const over = () => {
    endInvitation();
    onOver();
  };
  return (
    <Card className="after-booking" aria-labelledby="install-invitation">
      <span className="category-icon leaf">
        <Icon src={homeOutline} />
      </span>
      <div className="grow">
        <h2 id="install-invitation">{oneText`Keep ${name} at hand`}</h2>
        <p className="muted">{oneText`On your home screen it is one tap to this booking and to the team${way === 'prompt' ? '' : ', it can notify you'}, and it opens without a network, too. You find it in your profile later.`}</p>
      </div>
      <div className="after-booking-choices">
        <InstallButton small onOver={over}>
          {(byHand) => (byHand ? 'Show me how' : 'Install')}
        </InstallButton>
        <Button size="small" kind="plain" onClick={over}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
