import '../../ui/lists/ruled.css';
import './settings.css';
import { Link } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { useUser } from '../../lib/session.ts';
import { opensPage } from '../../shared/team-pages.ts';
import { settingsSections } from './settings-sections.ts';

/** The sections that this person may change, each with what it holds. */
export function SettingsList({ selected }: { selected?: string | undefined }) {
  const { user } = useUser();
  return (
    <ul className="ruled">
      {settingsSections
        .map((section) => ({ ...section, href: `${hrefs.adminSettings}/${section.id}` }))
        .filter(({ href }) => opensPage(user, href))
        .map(({ id, label, holds, href }) => (
          <li key={id}>
            <Link
              className="settings-link"
              to={href}
              replace={selected !== undefined}
              aria-current={id === selected ? 'true' : undefined}
            >
              <span className="settings-name">{label}</span>
              <span className="muted">{holds}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
