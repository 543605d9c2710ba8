import { useQueryClient } from '@tanstack/react-query';
import { useSheets } from '../../features/admin-bookings/use-sheets.tsx';
import { LiveWork } from '../../features/live-work/live-work.tsx';
import { liveWorkQuery } from '../../features/live-work/queries.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminLivePage() {
  const client = useQueryClient();
  const shown = useShown();
  const readAgain = () => client.invalidateQueries(liveWorkQuery());
  const { onComplete, dialog } = useSheets(shown, () => void readAgain());
  return (
    <AdminPage at={hrefs.adminLive} title="Live Tracking" refresh={readAgain}>
      <LiveWork shown={shown} onComplete={onComplete} />
      {dialog}
    </AdminPage>
  );
}
