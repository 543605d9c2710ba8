import { closeOutline } from 'ionicons/icons';
import { useId } from 'react';
import type { User } from '../../api/contract/entities.ts';
import { Dialog } from '../ui/dialog.tsx';
import { closeDrawer, useDrawer } from '../ui/drawer-state.ts';
import { Icon } from '../ui/icon.tsx';
import { PlanBadge } from '../ui/plan-badge.tsx';
import { CallConcierge, NavigationLinks, SignOut } from './navigation-items.tsx';

/** The phone's drawer: who, which plan and hours, where to, the concierge, Sign Out (spec §2). */
export default function Drawer({ user }: { user: User }) {
  const { open } = useDrawer();
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
          <NavigationLinks onFollow={closeDrawer} />
        </nav>
        <div className="drawer-foot">
          <CallConcierge user={user} showNumber />
          <SignOut />
        </div>
      </div>
    </Dialog>
  );
}
