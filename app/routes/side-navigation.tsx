import { callOutline, logOutOutline } from 'ionicons/icons';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '../../api/contract/entities.ts';
import { signOut } from '../pwa/sign-out.ts';
import { Brand } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { telHref } from '../ui/phone.ts';
import { PlanBadge } from '../ui/plan-badge.tsx';
import { destinations, isActive } from './navigation.ts';

/** From 768 px, instead of the tabs. */
export function SideNavigation({ user }: { user: User }) {
  const { pathname } = useLocation();
  return (
    <aside className="side">
      <Brand />
      <nav aria-label="Main">
        {destinations.map(({ href, label, icon }) => (
          <Link
            key={href}
            to={href}
            className="nav-item"
            aria-current={isActive(href, pathname) ? 'page' : undefined}
          >
            <Icon src={icon} />
            <span>{label}</span>
          </Link>
        ))}
      </nav>
      <div className="side-foot">
        <PlanBadge tier={user.subscriptionTier} />
        {user.conciergeContact && (
          <a className="nav-item" href={telHref(user.conciergeContact)}>
            <Icon src={callOutline} />
            <span>Call Concierge</span>
          </a>
        )}
        <button type="button" className="nav-item" onClick={() => void signOut()}>
          <Icon src={logOutOutline} />
          <span>Sign Out</span>
        </button>
      </div>
    </aside>
  );
}
