import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { monthOf } from '../../features/report/months.ts';
import { reportKey } from '../../features/report/queries.ts';
import { MonthReport } from '../../features/report/report.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useZone } from '../../lib/session.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminReportPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const zone = useZone();
  const shown = useShown();
  const query = useOwnQuery(hrefs.adminReport);
  return (
    <AdminPage at={hrefs.adminReport} refresh={() => client.invalidateQueries({ queryKey: reportKey })}>
      <MonthReport
        shown={shown}
        month={monthOf(query.get('month'), zone)}
        onMonth={(month) => navigate(`${hrefs.adminReport}?month=${month}`, { replace: true })}
      />
    </AdminPage>
  );
}
