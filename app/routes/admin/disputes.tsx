import { useQueryClient } from '@tanstack/react-query';
import { Disputes } from '../../features/disputes/disputes.tsx';
import { readAgain } from '../../features/disputes/queries.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminDisputesPage() {
  const client = useQueryClient();
  return (
    <AdminPage at={hrefs.adminDisputes} refresh={() => readAgain(client)}>
      <Disputes shown={useShown()} />
    </AdminPage>
  );
}
