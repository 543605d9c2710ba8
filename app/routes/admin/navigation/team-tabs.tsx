import './team-navigation.css';
import { ellipsisHorizontalOutline } from 'ionicons/icons';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { hrefs } from '../../../lib/hrefs.ts';
import { useUser } from '../../../lib/session.ts';
import { sectionAt, sectionsOf, teamTabs } from '../../../shared/team-pages.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SignOut } from '../../shell/navigation-items.tsx';
import { TeamLinks } from './team-links.tsx';

/** The team's tabs on a phone: its day, its bookings, its chats, and all other pages behind More. */
export default function TeamTabs() {
  const { pathname } = useLocation();
  const { user } = useUser();
  const [more, setMore] = useState(false);
  const isTab = (href: string) => teamTabs.includes(href);
  const close = () => setMore(false);
  return (
    <>
      <nav aria-label="Administration" className="tab-navigation">
        <TeamLinks className="tab" only={isTab} iconSize={24} />
        <button
          type="button"
          className="tab team-more"
          aria-haspopup="dialog"
          aria-current={isTab(sectionAt(pathname).href) ? undefined : 'page'}
          onClick={() => setMore(true)}
        >
          <Icon src={ellipsisHorizontalOutline} size={24} />
          <span>More</span>
        </button>
      </nav>
      <Sheet open={more} title="More" onClose={close}>
        <nav aria-label="More pages" className="team-pages">
          {sectionsOf(user).some(({ href }) => !isTab(href)) && (
            <TeamLinks className="nav-item" only={(href) => !isTab(href)} onFollow={close} />
          )}
          <Link to={hrefs.home} className="nav-item team-home" onClick={close}>
            <span>Your own home</span>
          </Link>
          <SignOut />
        </nav>
      </Sheet>
    </>
  );
}
