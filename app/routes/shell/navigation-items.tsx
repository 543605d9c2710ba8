import { useIonRouter } from '@ionic/react';
import { callOutline, logOutOutline } from 'ionicons/icons';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { useUnreadChat } from '../../features/chat/chat-state.ts';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { worksOnly } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { signOut, useSigningOut } from '../../pwa/sign-out/sign-out.ts';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UnreadMark } from '../../ui/unread-mark.tsx';
import { destinationsOf, ownHomeOf } from './navigation.ts';

/** The links to the pages, in the side navigation and in the drawer. */
export function NavigationLinks({ user, onFollow }: { user: User; onFollow?: () => void }) {
  const { pathname } = useLocation();
  const router = useIonRouter();
  const unread = useUnreadChat();
  /** Changes between neighbouring pages have no slide. New tabs and the like are left to the browser. */
  const follow = (href: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    if (href !== pathname) router.push(href, 'none');
  };
  const links = (of: ReturnType<typeof destinationsOf>) =>
    of.map(({ href, label, icon }) => (
      <Link
        key={href}
        to={href}
        className="nav-item"
        aria-current={isActive(href, pathname) ? 'page' : undefined}
        onClick={follow(href)}
      >
        <Icon src={icon} />
        <span>{label}</span>
        {href === hrefs.home && <UnreadMark count={unread} />}
      </Link>
    ));
  const ownHome = ownHomeOf(user);
  return (
    <>
      {links(destinationsOf(user))}
      {ownHome.length > 0 && <p className="nav-group muted">Your own home</p>}
      {links(ownHome)}
    </>
  );
}

/** The plan and its used hours. */
export function PlanSummary({ user }: { user: User }) {
  if (user.subscriptionTier === 'none' && worksOnly(user)) return null;
  if (user.subscriptionTier === 'none') return <p className="plan-summary muted">No Subscription</p>;
  return (
    <p className="plan-summary">
      <PlanBadge tier={user.subscriptionTier} name={user.plan?.name} />
      <span className="muted together">{oneText`${user.usedHours} of ${user.monthlyHours} h used`}</span>
    </p>
  );
}

/** A button that calls the concierge, if there is one. */
export function CallConcierge({ user }: { user: User }) {
  if (!user.conciergeTel) return null;
  return (
    <a className="nav-item call" href={`tel:${user.conciergeTel}`}>
      <Icon src={callOutline} />
      <span>
        Call Concierge <span className="muted together">{user.conciergeContact}</span>
      </span>
    </a>
  );
}

export function SignOut() {
  const { busy } = useSigningOut();
  return (
    <button type="button" className="nav-item" aria-busy={busy || undefined} onClick={() => void signOut()}>
      <Icon src={logOutOutline} />
      <span>{busy ? 'Signing Out…' : 'Sign Out'}</span>
    </button>
  );
}
