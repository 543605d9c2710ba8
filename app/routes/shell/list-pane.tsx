import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { loadTeamCode } from '../load-team-code.ts';

/** Lists shown beside their chosen item, with the addresses at which they are. */
const panes: { isFor: (pathname: string) => boolean; Pane: ComponentType }[] = [
  {
    isFor: (pathname) => isActive(hrefs.bookings, pathname),
    Pane: lazy(() => import('./bookings-pane.tsx')),
  },
  {
    isFor: (pathname) => isActive(hrefs.adminCustomers, pathname),
    Pane: lazy(loadTeamCode('customersPane')),
  },
  {
    isFor: (pathname) => isActive(hrefs.adminSupport, pathname),
    Pane: lazy(loadTeamCode('supportPane')),
  },
  {
    isFor: (pathname) => isActive(hrefs.adminSettings, pathname),
    Pane: lazy(loadTeamCode('settingsPane')),
  },
  {
    isFor: (pathname) => pathname.startsWith(hrefs.adminBooking('')),
    Pane: lazy(loadTeamCode('bookingsPane')),
  },
];

/**
 * The first of two panes, on a wide screen; its code is loaded when it is first in front, and it then keeps its place.
 */
export function ListPane() {
  const { pathname } = useLocation();
  const wide = useWide();
  const inFront = wide ? panes.findIndex(({ isFor }) => isFor(pathname)) : -1;
  const [opened, setOpened] = useState<readonly number[]>([]);
  if (inFront >= 0 && !opened.includes(inFront)) setOpened([...opened, inFront]);
  if (!wide) return null;
  return opened.map((index) => {
    const Pane = panes[index]?.Pane;
    return (
      Pane && (
        <ErrorBoundary key={index}>
          <Suspense fallback={<div className="list-pane" hidden={index !== inFront} />}>
            <Pane />
          </Suspense>
        </ErrorBoundary>
      )
    );
  });
}
