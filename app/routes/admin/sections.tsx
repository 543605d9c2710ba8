import { useIonRouter } from '@ionic/react';
import {
  alertCircleOutline,
  barChartOutline,
  calendarNumberOutline,
  chatbubblesOutline,
  fileTrayFullOutline,
  helpBuoyOutline,
  listOutline,
  peopleOutline,
  pulseOutline,
  settingsOutline,
  shieldCheckmarkOutline,
} from 'ionicons/icons';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useUnreadConversations } from '../../features/chat/inbox-queries.ts';
import { useWaitingRequests } from '../../features/requests/queries.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { sectionAt, sectionsOf } from '../../shared/team-pages.ts';
import { useShown } from '../../ui/hooks/use-shown.ts';
import { Icon } from '../../ui/icon.tsx';
import { UnreadMark } from '../../ui/unread-mark.tsx';

const icons: Record<string, string> = {
  [hrefs.admin]: fileTrayFullOutline,
  [hrefs.adminRequests]: helpBuoyOutline,
  [hrefs.adminSupport]: chatbubblesOutline,
  [hrefs.adminSchedule]: calendarNumberOutline,
  [hrefs.adminLive]: pulseOutline,
  [hrefs.adminReport]: barChartOutline,
  [hrefs.adminCustomers]: peopleOutline,
  [hrefs.adminDisputes]: alertCircleOutline,
  [hrefs.adminTeam]: shieldCheckmarkOutline,
  [hrefs.adminAudit]: listOutline,
  [hrefs.adminSettings]: settingsOutline,
};

/** Links from one of the team's tools to another; the row scrolls if it is wider than the screen. */
export function AdminSections() {
  const { pathname, search } = useLocation();
  const router = useIonRouter();
  const shown = useShown();
  const { user } = useUser();
  const unread = useUnreadConversations(shown && may(user, 'support.answer'));
  const waiting = useWaitingRequests(shown && may(user, 'bookings.read'));
  const row = useRef<HTMLElement>(null);
  // A page that Ionic keeps behind another gets that page's address.
  const here = sectionAt(pathname).href;
  useEffect(() => {
    const all = row.current;
    const chosen = all?.querySelector<HTMLElement>('[aria-current]');
    if (!shown || !all || !chosen) return;
    // The row has no width before the page is visible.
    const watch = new ResizeObserver(() => {
      all.scrollLeft = chosen.offsetLeft - all.offsetLeft - (all.clientWidth - chosen.offsetWidth) / 2;
    });
    watch.observe(all);
    return () => watch.disconnect();
  }, [shown]);
  const follow = (href: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (href.split('?', 1)[0] !== pathname) router.push(href, 'none');
  };
  // The link from a booking back to all of them keeps the filter from the address.
  const to = (href: string) => (href === hrefs.admin && here === hrefs.admin ? href + search : href);
  return (
    <nav ref={row} className="admin-sections" aria-label="Administration">
      {sectionsOf(user).map(({ href, label }) => (
        <Link
          key={href}
          to={to(href)}
          aria-current={href === here ? 'page' : undefined}
          onClick={follow(to(href))}
        >
          <Icon src={icons[href] ?? listOutline} size={18} />
          <span>{label}</span>
          {href === hrefs.adminRequests && <UnreadMark count={waiting} word="waiting" />}
          {href === hrefs.adminSupport && <UnreadMark count={unread} />}
        </Link>
      ))}
    </nav>
  );
}
