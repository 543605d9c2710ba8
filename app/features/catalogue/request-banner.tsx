import { sparklesOutline } from 'ionicons/icons';
import { oneText } from '../../lib/one-text.ts';
import { useReplyTime } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';

/** The head of the page: its title, and a link to request other services. */
export function RequestBanner({ onRequest }: { onRequest: () => void }) {
  const soon = useReplyTime();
  return (
    <div className="request-banner">
      <p className="muted">{oneText`Not on the list? Ask, and we reply${soon}.`}</p>
      <Button kind="quiet" size="small" icon={sparklesOutline} onClick={onRequest}>
        Request Custom Service
      </Button>
    </div>
  );
}
