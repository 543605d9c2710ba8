import { ApiError, NetworkError } from '../lib/api.ts';
import { Button } from './button.tsx';
import { LazyDrawing } from './lazy-drawing.tsx';

/** What happened, what was kept, and what to do. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const offline = error instanceof NetworkError;
  return (
    <div className="empty" role="alert">
      <LazyDrawing name={offline ? 'cloud' : 'broken'} />
      <h2>{offline ? 'You are offline' : 'This did not load'}</h2>
      <p className="muted">
        {offline
          ? 'This page has not been read on this device yet. It will open when the network is back.'
          : error instanceof ApiError && error.status < 500
            ? error.text
            : 'Something went wrong on our side. Nothing of yours is lost.'}
      </p>
      {onRetry && (
        <Button kind="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
