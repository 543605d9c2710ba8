import { useQueryClient } from '@tanstack/react-query';
import { Dashboard } from '../features/home/dashboard.tsx';
import { formatDayLong } from '../lib/dates.ts';
import { useUser, useZone } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';

export default function Home() {
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  const zone = useZone();
  if (!user) return null;
  return (
    <Page
      barTitle="Dashboard"
      title={`Welcome back, ${user.firstName || 'Homeowner'}!`}
      above={formatDayLong(new Date().toISOString(), zone)}
      refresh={() => client.invalidateQueries()}
    >
      <Dashboard user={user} shown={shown} />
    </Page>
  );
}
