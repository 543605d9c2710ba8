import './team-navigation.css';
import { Link } from 'react-router-dom';
import { fullNameOf, initialOf } from '../../../lib/full-name.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useUser } from '../../../lib/session.ts';
import { Brand } from '../../page/brand.tsx';
import { SignOut } from '../../shell/navigation-items.tsx';
import { TeamLinks } from './team-links.tsx';

/** The team's navigation at the side of a wide screen; the person's own app is behind their name. */
export default function TeamNavigation() {
  const { user } = useUser();
  if (!user) return null;
  const name = fullNameOf(user);
  return (
    <aside className="side team-side">
      <Brand />
      <nav aria-label="Administration">
        <TeamLinks className="nav-item" />
      </nav>
      <div className="side-foot">
        <Link to={hrefs.home} className="nav-item team-self">
          <span className="avatar" aria-hidden="true">
            {initialOf(name)}
          </span>
          <span>
            <span className="team-self-name" dir="auto">
              {name}
            </span>
            <span className="muted">Your own home</span>
          </span>
        </Link>
        <SignOut />
      </div>
    </aside>
  );
}
