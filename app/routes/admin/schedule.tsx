import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { addressOf, shownBy } from '../../features/schedule/address.ts';
import { scheduleKey } from '../../features/schedule/queries.ts';
import { Schedule } from '../../features/schedule/schedule.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useZone } from '../../lib/session.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminSchedulePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const zone = useZone();
  const front = useShown();
  const query = useOwnQuery(hrefs.adminSchedule);
  return (
    <AdminPage
      at={hrefs.adminSchedule}
      titleInBar
      refresh={() => client.invalidateQueries({ queryKey: scheduleKey })}
    >
      <Schedule
        front={front}
        request={shownBy(query, { zone, now: new Date() })}
        onShow={(shown) => navigate(hrefs.adminSchedule + addressOf(shown), { replace: true })}
      />
    </AdminPage>
  );
}
