import './shell.css';
import { IonContent, IonPage, IonRouterOutlet } from '@ionic/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route } from 'react-router-dom';
import type { User } from '../../api/contract/entities.ts';
import { userQuery, useUser } from '../lib/session.ts';
import { OfflineStrip } from '../pwa/offline-strip.tsx';
import { useDrawer } from '../ui/drawer-state.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageFallback } from '../ui/page.tsx';
import { QuietBoundary } from '../ui/quiet-boundary.tsx';
import { useWide } from '../ui/use-wide.ts';
import { ListPane } from './list-pane.tsx';

import { memberPages, visitorPages } from './pages.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TabBar } from './tab-bar.tsx';

const Drawer = lazy(() => import('./drawer.tsx'));

/** What stands around the pages: tabs on a phone, a side navigation from 768 px, nothing for a visitor. */
export function Shell() {
  const { user, status } = useUser();
  if (status === 'loading') return <Splash />;
  if (status === 'unreachable') return <Unreachable />;
  return user ? <MemberShell user={user} /> : <IonRouterOutlet>{routes(visitorPages)}</IonRouterOutlet>;
}

function MemberShell({ user }: { user: User }) {
  const drawerWasOpened = useDrawer((s) => s.wasOpened);
  const wide = useWide();
  return (
    <div className="shell">
      {wide && <SideNavigation user={user} />}
      <ListPane />
      <div className="shell-main">
        <div className="shell-pages">
          <IonRouterOutlet>{routes(memberPages)}</IonRouterOutlet>
        </div>
        {!wide && <TabBar user={user} />}
      </div>
      <QuietBoundary>
        <Suspense>{drawerWasOpened && <Drawer user={user} />}</Suspense>
      </QuietBoundary>
    </div>
  );
}

/**
 * The frame stands outside what waits for code: Ionic shows the frame that it moved in, and one that took its
 * place later would stay invisible.
 */
const routes = (pages: typeof memberPages) =>
  pages.map(({ path, Page }) => (
    <Route
      key={path}
      path={path}
      element={
        <IonPage>
          <ErrorBoundary>
            <Suspense fallback={<PageFallback />}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </IonPage>
      }
    />
  ));

function Unreachable() {
  const { error, refetch } = useQuery(userQuery());
  return (
    <IonPage>
      <OfflineStrip />
      <IonContent>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </IonContent>
    </IonPage>
  );
}

function Splash() {
  return (
    <IonPage>
      <IonContent>
        <div className="splash" role="status" aria-label="Signing you in">
          <span className="spinner" />
        </div>
      </IonContent>
    </IonPage>
  );
}
