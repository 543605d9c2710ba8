import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { readAgain } from '../../features/requests/queries.ts';
import { Requests } from '../../features/requests/requests.tsx';
import { stateOf } from '../../features/requests/state-tabs.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminRequestsPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useOwnQuery(hrefs.adminRequests);
  const shown = useShown();
  return (
    <AdminPage at={hrefs.adminRequests} refresh={() => readAgain(client)}>
      <Requests
        state={stateOf(query.get('state'))}
        onState={(state) => navigate(`${hrefs.adminRequests}?state=${state}`, { replace: true })}
        wanted={query.get('request')}
        onOpened={() => navigate(`${hrefs.adminRequests}?state=waiting`, { replace: true })}
        shown={shown}
      />
    </AdminPage>
  );
}
