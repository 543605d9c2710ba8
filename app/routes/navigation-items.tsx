import { callOutline, logOutOutline } from 'ionicons/icons';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '../../api/contract/entities.ts';
import { signOut } from '../pwa/sign-out.ts';
import { Icon } from '../ui/icon.tsx';
import { telHref } from '../ui/phone.ts';
import { destinations, isActive } from './navigation.ts';

/** Where one can go, in the side navigation and in the drawer. */
export function NavigationLinks({ onFollow }: { onFollow?: () => void }) {
  const { pathname } = useLocation();
  return destinations.map(({ href, label, icon }) => (
    <Link
      key={href}
      to={href}
      className="nav-item"
      aria-current={isActive(href, pathname) ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon src={icon} />
      <span>{label}</span>
    </Link>
  ));
}

/** The concierge at one tap, where there is one. */
export function CallConcierge({ user, showNumber }: { user: User; showNumber?: boolean }) {
  if (!user.conciergeContact) return null;
  return (
    <a className="nav-item" href={telHref(user.conciergeContact)}>
      <Icon src={callOutline} />
      <span>
        Call Concierge {showNumber && <span className="muted nowrap">{user.conciergeContact}</span>}
      </span>
    </a>
  );
}

export function SignOut() {
  return (
    <button type="button" className="nav-item" onClick={() => void signOut()}>
      <Icon src={logOutOutline} />
      <span>Sign Out</span>
    </button>
  );
}
