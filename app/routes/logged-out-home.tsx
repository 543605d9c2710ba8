import { LoggedOutHome } from '../features/home/logged-out.tsx';
import { Page } from '../ui/page.tsx';

/** What the installed app shows at `/` once nobody is signed in; a visitor's browser gets the landing page there. */
export default function LoggedOutHomePage() {
  return (
    <Page title="Welcome to Hearthkeep">
      <LoggedOutHome />
    </Page>
  );
}
