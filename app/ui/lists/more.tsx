import { ApiError } from '../../lib/api.ts';
import { Button } from '../button.tsx';

interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
}

/** The button at the end of a list that is read page by page, and the reason if the last read failed. */
export function More({ list, label = 'Show more', small }: { list: List; label?: string; small?: boolean }) {
  const button = list.hasNextPage && (
    <Button
      kind="quiet"
      size={small ? 'small' : 'large'}
      wide={!small}
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Reading…' : label}
    </Button>
  );
  return (
    <>
      {list.isFetchNextPageError && (
        <p role="alert" className="muted">
          {list.error instanceof ApiError
            ? 'Something went wrong on our side. Please try again.'
            : 'The network did not answer. Please try again when it is back.'}
        </p>
      )}
      {small ? button && <div className="row wrap">{button}</div> : button}
    </>
  );
}
