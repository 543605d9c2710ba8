import { callOutline, menuOutline } from 'ionicons/icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useBusinessName, useUser } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BarElement } from '../../ui/ionic/bar-element.tsx';
import { BackButton } from './back-button.tsx';
import { Brand } from './brand.tsx';
import { openDrawer } from './drawer-state.ts';

const signInPath = '/signin';

interface PageBarProps {
  title: string;
  /** Whether the bar shows the title, after the large title has scrolled away. */
  titleShown: boolean;
  /** Whether the bar is the only place of the title. */
  dense?: boolean;
  /** The target of Back without a previous page. */
  back: string | undefined;
  actions: ReactNode;
}

/** The bar over a page. */
export function PageBar({ title, titleShown, dense, back, actions }: PageBarProps) {
  const { user } = useUser();
  const { pathname } = useLocation();
  const name = useBusinessName();
  return (
    <BarElement>
      <div className={dense ? 'bar dense' : 'bar'}>
        <div className="bar-start">
          {back && <BackButton fallback={back} />}
          {user && !back && (
            <button type="button" className="icon-button menu-button" aria-label="Menu" onClick={openDrawer}>
              <Icon src={menuOutline} size={28} />
            </button>
          )}
          {!user && !back && (
            <Link to="/" aria-label={name} className="bar-brand">
              <Brand />
            </Link>
          )}
        </div>
        <span aria-hidden="true" className={titleShown ? 'bar-title shown' : 'bar-title'}>
          {title}
        </span>
        <div className="bar-end">
          {actions}
          {!user && pathname !== signInPath && (
            <ButtonLink href={signInPath} kind="plain" size="small">
              Member Login
            </ButtonLink>
          )}
          {user?.conciergeTel && (
            <a className="icon-button" aria-label="Call Concierge" href={`tel:${user.conciergeTel}`}>
              <Icon src={callOutline} />
            </a>
          )}
        </div>
      </div>
    </BarElement>
  );
}
