import { useQueryClient } from '@tanstack/react-query';
import { Dashboard } from '../features/home/dashboard.tsx';
import { formatDayLong } from '../lib/dates.ts';
import { useUser, useZone } from '../lib/session.ts';
import { Later } from '../ui/later.tsx';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';

export default function Home() {
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  if (!user) return null;
  return (
    <Page
      barTitle="Dashboard"
      title={`Welcome back, ${user.firstName || 'Homeowner'}!`}
      above={
        <Later>
          <Today />
        </Later>
      }
      refresh={() => client.invalidateQueries()}
    >
      <Dashboard user={user} shown={shown} />
    </Page>
  );
}

/** Where the browser has no Temporal, the first date that is written costs as much as the rest of the page. */
function Today() {
  const zone = useZone();
  return formatDayLong(new Date().toISOString(), zone);
}
