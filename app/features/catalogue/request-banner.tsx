import { sparklesOutline } from 'ionicons/icons';
import { Button } from '../../ui/button.tsx';

/** The head of the page: its title, and a link to request other services. */
export function RequestBanner({ onRequest }: { onRequest: () => void }) {
  return (
    <div className="request-banner">
      <p className="muted">Not on the list? Ask, and we reply within 2 hours.</p>
      <Button kind="quiet" size="small" icon={sparklesOutline} onClick={onRequest}>
        Request Custom Service
      </Button>
    </div>
  );
}
