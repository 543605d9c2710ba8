import { IonButtons, IonContent, IonHeader, IonTitle, IonToolbar } from '@ionic/react';
import { callOutline, menuOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useUser } from '../lib/session.ts';
import { OfflineStrip } from '../pwa/offline-strip.tsx';
import { BackButton } from './back-button.tsx';
import { Brand } from './brand.tsx';
import { ButtonLink } from './button.tsx';
import { openDrawer } from './drawer-state.ts';
import { Icon } from './icon.tsx';
import { telHref } from './phone.ts';
import { Skeleton } from './skeleton.tsx';
import { useShown } from './use-shown.ts';
import { useTouched } from './use-touched.ts';

const Refresher = lazy(() => import('./refresher.tsx'));

const signInPath = '/signin';

interface PageProps {
  title: string;
  /** What the bar says once the title has scrolled away, where that is too long for it. */
  barTitle?: string;
  /** For a page whose title stands beside it already. */
  titleHidden?: boolean;
  /** A line above the large title, such as the day. */
  above?: ReactNode;
  /** Where Back leads when there is no way back. */
  back?: string;
  actions?: ReactNode;
  /** What pulling down does. */
  refresh?: () => Promise<unknown>;
  /** What stays under the content, such as a composer. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The inside of a page, whose frame is the route's: a bar with its title, the offline strip, the large title that
 * scrolls away, the content.
 */
export function Page({
  title,
  barTitle = title,
  titleHidden = false,
  above,
  back,
  actions,
  refresh,
  footer,
  children,
}: PageProps) {
  const { user } = useUser();
  const { pathname } = useLocation();
  const shown = useShown();
  const touched = useTouched();
  const heading = useRef<HTMLHeadingElement>(null);
  const [collapsed, setCollapsed] = useState(false);

  useEffect(() => {
    if (shown) document.title = `${title} · Hearthkeep`;
  }, [shown, title]);

  // The bar takes the title over when the large one has scrolled away.
  useEffect(() => {
    if (!heading.current) return;
    const watch = new IntersectionObserver(([entry]) => entry && setCollapsed(!entry.isIntersecting));
    watch.observe(heading.current);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <IonHeader>
        <IonToolbar>
          <IonButtons slot="start">
            {back && <BackButton fallback={back} />}
            {user && !back && (
              <button
                type="button"
                className="icon-button menu-button"
                aria-label="Menu"
                onClick={openDrawer}
              >
                <Icon src={menuOutline} size={28} />
              </button>
            )}
            {!user && !back && (
              <Link to="/" aria-label="Hearthkeep" className="bar-brand">
                <Brand />
              </Link>
            )}
          </IonButtons>
          <IonTitle>
            <span aria-hidden="true" className={collapsed ? 'bar-title shown' : 'bar-title'}>
              {barTitle}
            </span>
          </IonTitle>
          <IonButtons slot="end">
            {actions}
            {!user && pathname !== signInPath && (
              <ButtonLink href={signInPath} kind="plain" size="small">
                Member Login
              </ButtonLink>
            )}
            {user?.conciergeContact && (
              <a className="icon-button" aria-label="Call Concierge" href={telHref(user.conciergeContact)}>
                <Icon src={callOutline} />
              </a>
            )}
          </IonButtons>
        </IonToolbar>
        <OfflineStrip />
      </IonHeader>
      <IonContent>
        <Suspense>{refresh && touched && <Refresher refresh={refresh} />}</Suspense>
        <div className="page-body">
          <div className={titleHidden ? 'visually-hidden' : 'page-title'}>
            {above && <p className="muted page-above">{above}</p>}
            <h1 ref={heading}>{title}</h1>
          </div>
          {children}
        </div>
      </IonContent>
      {footer && <div className="page-footer">{footer}</div>}
    </>
  );
}

/** While a page's own code is on its way. */
export function PageFallback() {
  return (
    <IonContent>
      <div className="page-body">
        <Skeleton />
      </div>
    </IonContent>
  );
}
