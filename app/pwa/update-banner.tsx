import { Button } from '../ui/button.tsx';
import { useOutboxCount } from './outbox/outbox.ts';
import { useUpdate } from './register.ts';

export function UpdateBanner() {
  const { apply } = useUpdate();
  const unsent = useOutboxCount();
  if (!apply || unsent) return null;
  return (
    <div className="strip row spread" role="status">
      <span>A new version is ready</span>
      <Button size="small" kind="quiet" onClick={apply}>
        Update
      </Button>
    </div>
  );
}
