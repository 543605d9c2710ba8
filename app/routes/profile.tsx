import { useQueryClient } from '@tanstack/react-query';
import { Profile } from '../features/account/profile.tsx';
import { userQuery, useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';

export default function ProfilePage() {
  const { user } = useUser();
  const client = useQueryClient();
  if (!user) return null;
  return (
    <Page title="Profile" refresh={() => client.invalidateQueries(userQuery())}>
      <Profile user={user} />
    </Page>
  );
}
