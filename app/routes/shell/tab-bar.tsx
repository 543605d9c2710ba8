import { useIonRouter } from '@ionic/react';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { useUnreadChat } from '../../features/chat/chat-state.ts';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { Icon } from '../../ui/icon.tsx';
import { UnreadMark } from '../../ui/unread-mark.tsx';
import { destinationsOf } from './navigation.ts';

/** The phone's tabs, within the thumb's reach. */
export function TabBar({ user }: { user: User }) {
  const { pathname } = useLocation();
  const router = useIonRouter();
  const unread = useUnreadChat();
  return (
    <nav aria-label="Main" className="tab-navigation">
      {destinationsOf(user).map(({ href, label, icon }) => (
        <Link
          key={href}
          to={href}
          className="tab"
          aria-current={isActive(href, pathname) ? 'page' : undefined}
          onClick={(event: MouseEvent) => {
            event.preventDefault();
            if (href !== pathname) router.push(href, 'none');
            else scrollToTop();
          }}
        >
          <Icon src={icon} size={24} />
          {href === hrefs.home && <UnreadMark count={unread} />}
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls to the top, after a tap on the present tab. */
function scrollToTop(): void {
  const content = document.querySelector<HTMLElement & { scrollToTop?: (ms: number) => Promise<void> }>(
    '.ion-page:not(.ion-page-hidden) > ion-content',
  );
  void content?.scrollToTop?.(200);
}
