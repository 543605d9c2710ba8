import { useIonRouter } from '@ionic/react';
import {
  barChartOutline,
  calendarNumberOutline,
  calendarOutline,
  chatbubblesOutline,
  fileTrayFullOutline,
  helpBuoyOutline,
  listOutline,
  peopleOutline,
  settingsOutline,
  shieldCheckmarkOutline,
  sunnyOutline,
  walletOutline,
} from 'ionicons/icons';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useUnreadConversations } from '../../../features/chat/inbox-queries.ts';
import { useWaitingRequests } from '../../../features/requests/queries.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { may } from '../../../lib/may.ts';
import { useUser } from '../../../lib/session.ts';
import { sectionAt, sectionsOf } from '../../../shared/team-pages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { UnreadMark } from '../../../ui/unread-mark.tsx';

const icons: Record<string, string> = {
  [hrefs.adminToday]: sunnyOutline,
  [hrefs.admin]: fileTrayFullOutline,
  [hrefs.adminRequests]: helpBuoyOutline,
  [hrefs.adminSupport]: chatbubblesOutline,
  [hrefs.adminSchedule]: calendarNumberOutline,
  [hrefs.adminWeek]: calendarOutline,
  [hrefs.adminCustomers]: peopleOutline,
  [hrefs.adminDisputes]: walletOutline,
  [hrefs.adminReport]: barChartOutline,
  [hrefs.adminAudit]: listOutline,
  [hrefs.adminTeam]: shieldCheckmarkOutline,
  [hrefs.adminSettings]: settingsOutline,
};

interface Shown {
  className: string;
  /** Which of the sections are shown; all by default. */
  only?: (href: string) => boolean;
  iconSize?: number;
  onFollow?: () => void;
}

/** Links to the team's sections that the person may open, with the number of those who wait in each. */
export function TeamLinks({ className, only = () => true, iconSize, onFollow }: Shown) {
  const { pathname, search } = useLocation();
  const router = useIonRouter();
  const { user } = useUser();
  const unread = useUnreadConversations(may(user, 'support.answer'));
  const waiting = useWaitingRequests(may(user, 'bookings.read'));
  const here = sectionAt(pathname).href;
  /** Changes between neighbouring pages have no slide. New tabs and the like are left to the browser. */
  const follow = (href: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    if (href.split('?', 1)[0] !== pathname) router.push(href, 'none');
  };
  // The link from a booking back to all of them keeps the filter from the address.
  const to = (href: string) => (href === hrefs.admin && here === hrefs.admin ? href + search : href);
  return sectionsOf(user)
    .filter(({ href }) => only(href))
    .map(({ href, label }) => (
      <Link
        key={href}
        to={to(href)}
        className={className}
        aria-current={href === here ? 'page' : undefined}
        onClick={follow(to(href))}
      >
        <Icon src={icons[href] ?? listOutline} {...(iconSize && { size: iconSize })} />
        <span>{label}</span>
        {href === hrefs.adminRequests && <UnreadMark count={waiting} word="waiting" />}
        {href === hrefs.adminSupport && <UnreadMark count={unread} />}
      </Link>
    ));
}
