import type { User } from '../../api/contract/entities.ts';
import { Brand } from '../ui/brand.tsx';
import { PlanBadge } from '../ui/plan-badge.tsx';
import { CallConcierge, NavigationLinks, SignOut } from './navigation-items.tsx';

/** From 768 px, instead of the tabs. */
export function SideNavigation({ user }: { user: User }) {
  return (
    <aside className="side">
      <Brand />
      <nav aria-label="Main">
        <NavigationLinks />
      </nav>
      <div className="side-foot">
        <PlanBadge tier={user.subscriptionTier} />
        <CallConcierge user={user} />
        <SignOut />
      </div>
    </aside>
  );
}
