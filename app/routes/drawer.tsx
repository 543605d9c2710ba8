import { callOutline, closeOutline, logOutOutline } from 'ionicons/icons';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '../../api/contract/entities.ts';
import { signOut } from '../pwa/sign-out.ts';
import { Dialog } from '../ui/dialog.tsx';
import { closeDrawer, useDrawer } from '../ui/drawer-state.ts';
import { Icon } from '../ui/icon.tsx';
import { telHref } from '../ui/phone.ts';
import { PlanBadge } from '../ui/plan-badge.tsx';
import { destinations, isActive } from './navigation.ts';

/** The phone's drawer: who, which plan and hours, where to, the concierge, Sign Out (spec §2). */
export default function Drawer({ user }: { user: User }) {
  const { open } = useDrawer();
  const { pathname } = useLocation();
  const id = useId();
  return (
    <Dialog className="drawer" open={open} onClose={closeDrawer} labelledBy={id}>
      <div className="drawer-body">
        <div className="row spread">
          <h2 id={id}>
            {user.firstName} {user.lastName}
          </h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={closeDrawer}>
            <Icon src={closeOutline} />
          </button>
        </div>
        <p className="muted">{user.email}</p>
        <p className="row">
          <PlanBadge tier={user.subscriptionTier} />
          <span className="muted">
            {user.subscriptionTier === 'none'
              ? 'No Subscription'
              : `${user.usedHours} of ${user.monthlyHours} h used`}
          </span>
        </p>
        <nav aria-label="All pages">
          {destinations.map(({ href, label, icon }) => (
            <Link
              key={href}
              to={href}
              className="nav-item"
              aria-current={isActive(href, pathname) ? 'page' : undefined}
              onClick={closeDrawer}
            >
              <Icon src={icon} />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <div className="drawer-foot">
          {user.conciergeContact && (
            <a className="nav-item" href={telHref(user.conciergeContact)}>
              <Icon src={callOutline} />
              <span>
                Call Concierge <span className="muted nowrap">{user.conciergeContact}</span>
              </span>
            </a>
          )}
          <button type="button" className="nav-item" onClick={() => void signOut()}>
            <Icon src={logOutOutline} />
            <span>Sign Out</span>
          </button>
        </div>
      </div>
    </Dialog>
  );
}
