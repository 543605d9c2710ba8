import { IonContent } from '@ionic/react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useBusinessName } from '../../lib/session.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { PageBar } from './page-bar.tsx';
import { useTouched } from './use-touched.ts';

const Refresher = lazy(() => import('../../ui/ionic/refresher.tsx'));

interface PageProps {
  title: string;
  /** The title in the bar after the large one has scrolled away, if that is too long for the bar. */
  barTitle?: string;
  /** Shows the title in the bar alone, for pages of rows that need the room. */
  dense?: boolean;
  /** Shows the title in the bar alone on a phone, too. */
  titleInBar?: boolean;
  /** Hides the title of a page that already has it beside it. */
  titleHidden?: boolean;
  /** A line above the large title, such as the day. */
  above?: ReactNode;
  /** The target of Back without a previous page. */
  back?: string;
  actions?: ReactNode;
  /** The action of a pull to refresh. */
  refresh?: () => Promise<unknown>;
  /** Content that stays under the page, such as a composer. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The inside of a page, whose frame belongs to the route: a bar with its title, the large title that scrolls away,
 * the content.
 */
export function Page({
  title,
  barTitle = title,
  dense = false,
  titleInBar = false,
  titleHidden = false,
  above,
  back,
  actions,
  refresh,
  footer,
  children,
}: PageProps) {
  const shown = useShown();
  const name = useBusinessName();
  const touched = useTouched();
  const heading = useRef<HTMLHeadingElement>(null);
  const [collapsed, setCollapsed] = useState(false);

  useEffect(() => {
    if (shown) document.title = `${title} · ${name}`;
  }, [shown, title, name]);

  // The bar shows the title after the large one has scrolled away.
  useEffect(() => {
    if (!heading.current) return;
    const watch = new IntersectionObserver(([entry]) => entry && setCollapsed(!entry.isIntersecting));
    watch.observe(heading.current);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <PageBar
        title={dense ? title : barTitle}
        titleShown={dense ? !titleHidden : titleInBar || collapsed}
        dense={dense}
        back={back}
        actions={actions}
      />
      <IonContent>
        <Suspense>{refresh && touched && <Refresher refresh={refresh} />}</Suspense>
        <div className="page-body">
          <div className={titleHidden || titleInBar || dense ? 'visually-hidden' : 'page-title'}>
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

/** A placeholder while a page's own code is being loaded. */
export function PageFallback() {
  return (
    <IonContent>
      <div className="page-body">
        <Skeleton />
      </div>
    </IonContent>
  );
}
