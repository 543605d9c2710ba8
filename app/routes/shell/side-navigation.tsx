import type { User } from '../../../api/contract/schemas/people.ts';
import { Brand } from '../page/brand.tsx';
import { CallConcierge, NavigationLinks, PlanSummary, SignOut } from './navigation-items.tsx';

/** The navigation on a wide screen, instead of the tabs. */
export function SideNavigation({ user }: { user: User }) {
  return (
    <aside className="side">
      <Brand />
      <nav aria-label="Main">
        <NavigationLinks user={user} />
      </nav>
      <div className="side-foot">
        <PlanSummary user={user} />
        <CallConcierge user={user} />
        <SignOut />
      </div>
    </aside>
  );
}
