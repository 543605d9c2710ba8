import { useQueryClient } from '@tanstack/react-query';
import { readTeamAgain } from '../../features/team/queries.ts';
import { Team } from '../../features/team/team.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminTeamPage() {
  const client = useQueryClient();
  return (
    <AdminPage at={hrefs.adminTeam} refresh={() => readTeamAgain(client)}>
      <Team shown={useShown()} />
    </AdminPage>
  );
}
