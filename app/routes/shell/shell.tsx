import './shell.css';
import { IonContent, IonPage, IonRouterOutlet } from '@ionic/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { Route, useNavigate } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { openChat, useChatDialog } from '../../features/chat/chat-state.ts';
import { userQuery, useUser } from '../../lib/session.ts';
import { FreshnessStrip } from '../../pwa/cache/freshness-strip.tsx';
import { UpdateBanner } from '../../pwa/update/update-banner.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { PageFrame } from '../../ui/ionic/page-frame.tsx';
import { usePageTurns } from '../../ui/ionic/page-turns.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { useDrawer } from '../page/drawer-state.ts';
import { PageFallback } from '../page/page.tsx';
import { memberPages, visitorPages } from '../pages.tsx';
import { ListPane } from './list-pane.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TabBar } from './tab-bar.tsx';

const Drawer = lazy(() => import('./drawer.tsx'));
const LiveChat = lazy(() => import('../../features/chat/live-chat.tsx'));

/** The frame around the pages: tabs on a phone, a side navigation on a wide screen, nothing for a visitor. */
export function Shell() {
  const { user, status } = useUser();
  if (status === 'loading') return <Splash />;
  if (status === 'unreachable') return <Unreachable />;
  return user ? <MemberShell user={user} /> : <VisitorShell />;
}

/** Opens the pages of notifications; the code is loaded after the first screen. */
function useNotifications(): void {
  // The function differs on every page; a new subscription for each would miss events during the change.
  const goTo = useEffectEvent(useNavigate());
  useEffect(() => {
    let stop: (() => void) | null = () => {};
    import('./opened.ts').then(
      ({ followNotifications }) => {
        if (stop) stop = followNotifications((href) => goTo(href));
      },
      () => {},
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, []);
}

function VisitorShell() {
  return (
    <div className="shell">
      <div className="shell-main">
        <div className="shell-pages">
          <Pages pages={visitorPages} />
        </div>
        <FreshnessStrip />
        <UpdateBanner />
      </div>
    </div>
  );
}

function MemberShell({ user }: { user: User }) {
  useNotifications();
  const drawerWasOpened = useDrawer((s) => s.wasOpened);
  const chatWasOpened = useChatDialog((s) => s.wasOpened);
  const wide = useWide();
  return (
    <div className="shell">
      {wide && <SideNavigation user={user} />}
      <ListPane />
      <div className="shell-main">
        <div className="shell-pages">
          <Pages pages={memberPages} />
        </div>
        <FreshnessStrip openChat={openChat} />
        <UpdateBanner />
        {!wide && <TabBar user={user} />}
      </div>
      <QuietBoundary>
        <Suspense>{drawerWasOpened && <Drawer user={user} />}</Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense>{chatWasOpened && <LiveChat user={user} />}</Suspense>
      </QuietBoundary>
    </div>
  );
}

function Pages({ pages }: { pages: typeof memberPages }) {
  const animation = usePageTurns((s) => s.animation);
  return (
    <IonRouterOutlet animated={animation !== undefined} {...(animation && { animation })}>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Frame Page={Page} />} />
      ))}
    </IonRouterOutlet>
  );
}

function Frame({ Page }: Pick<(typeof memberPages)[number], 'Page'>) {
  return (
    <PageFrame>
      <ErrorBoundary>
        <Suspense fallback={<PageFallback />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </PageFrame>
  );
}

function Unreachable() {
  const { error, refetch } = useQuery(userQuery());
  return (
    <IonPage>
      <IonContent>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </IonContent>
      <FreshnessStrip />
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
