import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { AuditLog } from '../../features/audit/audit-log.tsx';
import { filterOf } from '../../features/audit/filter.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { searchOf } from '../../lib/search.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminAuditPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useOwnQuery(hrefs.adminAudit);
  const shown = useShown();
  return (
    <AdminPage
      at={hrefs.adminAudit}
      refresh={() => client.invalidateQueries({ queryKey: teamKeyOf('listActs') })}
    >
      <AuditLog
        shown={shown}
        filter={filterOf(query)}
        onFilter={(filter) => navigate(hrefs.adminAudit + searchOf(filter), { replace: true })}
      />
    </AdminPage>
  );
}
