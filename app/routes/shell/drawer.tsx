import { closeOutline } from 'ionicons/icons';
import { useId } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { fullNameOf, initialOf, namesOf } from '../../lib/full-name.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { closeDrawer, useDrawer } from '../page/drawer-state.ts';
import { CallConcierge, NavigationLinks, PlanSummary, SignOut } from './navigation-items.tsx';

/** The phone's drawer: the person, plan and hours, the pages, the concierge, Sign Out (spec §2). */
export default function Drawer({ user }: { user: User }) {
  const { open } = useDrawer();
  const id = useId();
  const name = namesOf(user) || 'Homeowner';
  return (
    <Dialog className="drawer" open={open} onClose={closeDrawer} labelledBy={id}>
      <div className="drawer-body">
        <div className="drawer-head">
          <span className="avatar" aria-hidden="true">
            {initialOf(fullNameOf(user))}
          </span>
          <button type="button" className="icon-button" aria-label="Close" onClick={closeDrawer}>
            <Icon src={closeOutline} />
          </button>
          <div className="drawer-who">
            <h2 id={id}>{name}</h2>
            <p className="muted">{user.email}</p>
          </div>
          <PlanSummary user={user} />
        </div>
        <nav aria-label="All pages">
          <NavigationLinks user={user} onFollow={closeDrawer} />
        </nav>
        <div className="drawer-foot">
          <CallConcierge user={user} />
          <SignOut />
        </div>
      </div>
    </Dialog>
  );
}
