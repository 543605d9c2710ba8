import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { AdminPage } from './admin-page.tsx';
import { settingsSections } from './settings-sections.ts';

/** One section of the settings. */
export default function AdminSettingsSectionPage() {
  const { section = '' } = useParams();
  const wide = useWide();
  const shown = useShown();
  const found = settingsSections.find(({ id }) => id === section);
  return (
    <AdminPage
      key={section}
      detail
      at={`${hrefs.adminSettings}/${section}`}
      title={found?.label}
      {...(!wide && { back: hrefs.adminSettings })}
    >
      {found ? (
        <Suspense fallback={<Skeleton cards={2} height="10rem" label="Reading the settings" />}>
          <found.Section shown={shown} />
        </Suspense>
      ) : (
        <EmptyState
          drawing="search"
          title="Section not found"
          text="No settings have this address. The list names all of them."
        />
      )}
    </AdminPage>
  );
}
