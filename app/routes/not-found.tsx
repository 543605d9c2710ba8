import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { hrefs } from './hrefs.ts';

export default function NotFound() {
  return (
    <Page title="404 Page Not Found">
      <EmptyState
        drawing="door"
        title="Nothing lives at this address"
        text="It may have moved, or the link was cut short."
        action={
          <ButtonLink href={hrefs.home} size="small">
            Return Home
          </ButtonLink>
        }
      />
    </Page>
  );
}
