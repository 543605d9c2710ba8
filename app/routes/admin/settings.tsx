import { hrefs } from '../../lib/hrefs.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { AdminPage } from './admin-page.tsx';
import { SettingsList } from './settings-list.tsx';

/** The list of sections; a hint to choose one if the list is already beside this page. */
export default function AdminSettingsPage() {
  const wide = useWide();
  return (
    <AdminPage at={hrefs.adminSettings} titleHidden={wide}>
      {wide ? (
        <EmptyState
          drawing="door"
          title="Choose a section"
          text="Its settings open on this side. A new business goes down the list, from its name to its texts."
        />
      ) : (
        <SettingsList />
      )}
    </AdminPage>
  );
}
