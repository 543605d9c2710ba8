import { useUser } from '../lib/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { hrefs } from './hrefs.ts';

/** Where the administrators' dashboard will stand; nobody else comes in. */
export default function AdminPage() {
  const { user } = useUser();
  const isAdmin = user?.role === 'admin';
  return (
    <Page title="Admin">
      <EmptyState
        drawing="door"
        title={isAdmin ? 'Nothing to administer here yet' : 'Access Denied'}
        text={
          isAdmin
            ? 'This version has no screens for administrators.'
            : 'This page is for administrators. Yours is the dashboard.'
        }
        action={
          <ButtonLink href={hrefs.home} size="small">
            Return Home
          </ButtonLink>
        }
      />
    </Page>
  );
}
