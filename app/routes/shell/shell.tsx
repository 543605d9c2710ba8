import './shell.css';
import { IonContent, IonPage, IonRouterOutlet } from '@ionic/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { Route, useLocation, useNavigate } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { openChat, useChatDialog } from '../../features/chat/chat-state.ts';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { opensTeam } from '../../lib/may.ts';
import { userQuery, useUser } from '../../lib/session.ts';
import { FreshnessStrip } from '../../pwa/cache/freshness-strip.tsx';
import { UpdateBanner } from '../../pwa/update/update-banner.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { PageFrame } from '../../ui/ionic/page-frame.tsx';
import { usePageTurns } from '../../ui/ionic/page-turns.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { loadTeamCode } from '../load-team-code.ts';
import { useDrawer } from '../page/drawer-state.ts';
import { PageFallback } from '../page/page.tsx';
import { memberPages, visitorPages } from '../pages.tsx';
import { ListPane } from './list-pane.tsx';
import { followNotifications } from './opened.ts';
import { SideNavigation } from './side-navigation.tsx';
import { TabBar } from './tab-bar.tsx';

const TeamNavigation = lazy(loadTeamCode('navigation'));
const TeamTabs = lazy(loadTeamCode('tabs'));
const Drawer = lazy(() => import('./drawer.tsx'));
const LiveChat = lazy(() => import('../../features/chat/live-chat.tsx'));

/** The frame around the pages: tabs on a phone, a side navigation on a wide screen, nothing for a visitor. */
export function Shell() {
  const { user, status } = useUser();
  if (status === 'loading') return <Splash />;
  if (status === 'unreachable') return <Unreachable />;
  return user ? <MemberShell user={user} /> : <VisitorShell />;
}

/** Opens the pages of notifications. */
function useNotifications(): void {
  // The function differs on every page; a new subscription for each would miss events during the change.
  const goTo = useEffectEvent(useNavigate());
  useEffect(() => followNotifications((href) => goTo(href)), []);
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
      {wide && (
        <Navigation
          personal={<SideNavigation user={user} />}
          team={<TeamNavigation />}
          until={<aside className="side team-side" />}
        />
      )}
      <ListPane />
      <div className="shell-main">
        <div className="shell-pages">
          <Pages pages={memberPages} />
        </div>
        <FreshnessStrip openChat={openChat} />
        <UpdateBanner />
        {!wide && (
          <Navigation
            personal={<TabBar user={user} />}
            team={<TeamTabs />}
            until={<div className="tab-navigation" />}
          />
        )}
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

/** The person's own navigation, or on the team's pages the team's, if it is theirs, whose code is loaded then. */
function Navigation({ personal, team, until }: { personal: ReactNode; team: ReactNode; until: ReactNode }) {
  const { user } = useUser();
  const { pathname } = useLocation();
  if (!user || !isActive(hrefs.admin, pathname) || !opensTeam(user)) return personal;
  return (
    <QuietBoundary instead={personal}>
      <Suspense fallback={until}>{team}</Suspense>
    </QuietBoundary>
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
