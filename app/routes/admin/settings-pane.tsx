import '../page/list-pane.css';
import '../page/rail.css';
import { useLocation } from 'react-router-dom';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { useUser } from '../../lib/session.ts';
import { opensPage } from '../../shared/team-pages.ts';
import { SettingsList } from './settings-list.tsx';

/** The sections of the settings beside the one that is open, on a wide screen. */
export default function SettingsPane() {
  const { user } = useUser();
  const { pathname } = useLocation();
  const inFront = isActive(hrefs.adminSettings, pathname);
  if (!opensPage(user, hrefs.adminSettings)) return null;
  return (
    <section className="list-pane" aria-label="Sections of the settings" hidden={!inFront}>
      <div className="list-pane-body">
        <h2 className="list-pane-title">Settings</h2>
        <SettingsList selected={pathname.slice(hrefs.adminSettings.length + 1).split('/')[0]} />
      </div>
    </section>
  );
}
