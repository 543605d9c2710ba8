import { hrefs } from '../lib/hrefs.ts';
import { useUser } from '../lib/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Page } from './page/page.tsx';

export default function NotFound() {
  const { user } = useUser();
  return (
    <Page title="404 Page Not Found">
      <EmptyState
        drawing="door"
        title="Nothing lives at this address"
        text="It may have moved, or the link was cut short."
        action={
          // A visitor's home is the landing page, which is not part of the app.
          <ButtonLink href={hrefs.home} external={!user} size="small">
            Return Home
          </ButtonLink>
        }
      />
    </Page>
  );
}
