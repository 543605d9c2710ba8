import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useWide } from '../ui/use-wide.ts';
import { hrefs } from './hrefs.ts';
import { isActive } from './navigation.ts';

const BookingsPane = lazy(() => import('./bookings-pane.tsx'));

/** The first of two panes; its code comes when it is first in front, and it then keeps its place. */
export function ListPane() {
  const { pathname } = useLocation();
  const wide = useWide();
  const inFront = wide && isActive(hrefs.bookings, pathname);
  const [wasOpened, setWasOpened] = useState(false);
  if (inFront && !wasOpened) setWasOpened(true);
  if (!wide || !wasOpened) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={<div className="list-pane" />}>
        <BookingsPane />
      </Suspense>
    </ErrorBoundary>
  );
}
