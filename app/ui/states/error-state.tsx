import { ApiError, NetworkError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../button.tsx';
import { LazyDrawing } from './lazy-drawing.tsx';

/** The error state of a page: what happened, what was kept, and what to do. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const online = useOnline();
  const unanswered = error instanceof NetworkError;
  // A single read without an answer does not mean that the network is missing, if others succeed.
  const offline = unanswered && !online;
  return (
    <div className="empty" role="alert">
      <LazyDrawing name={offline ? 'cloud' : 'broken'} />
      <h2>{offline ? 'You are offline' : 'This did not load'}</h2>
      <p className="muted">
        {offline
          ? 'This is not stored on this device. It opens when the network is back.'
          : unanswered
            ? 'No answer came in time. Nothing of yours is lost.'
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
