import '../../ui/lists/ruled.css';
import './settings.css';
import { Link } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { settingsSections } from './settings-sections.ts';

/** The sections that this person may change, each with what it holds. */
export function SettingsList({ selected }: { selected?: string | undefined }) {
  const { user } = useUser();
  return (
    <ul className="ruled">
      {settingsSections
        .filter(({ needs }) => may(user, needs))
        .map(({ id, label, holds }) => (
          <li key={id}>
            <Link
              className="settings-link"
              to={`${hrefs.adminSettings}/${id}`}
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
