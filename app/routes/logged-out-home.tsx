// The notice comes with the page that gives it.
import '../ui/toast-view.tsx';
import { useEffect } from 'react';
import { LoggedOutHome } from '../features/home/logged-out.tsx';
import { isLeaving, signIn } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

/** The dashboard of nobody: the load found nobody signed in, or the session ended while it was open (spec §2). */
export default function LoggedOutHomePage() {
  const shown = useShown();
  useEffect(() => {
    if (!shown || isLeaving()) return;
    toast({
      title: 'Welcome to Hearthkeep',
      description: 'Log in to access your dashboard and book services',
    });
  }, [shown]);
  return (
    <Page title="Welcome to Hearthkeep">
      <LoggedOutHome onLogIn={() => signIn(hrefs.home)} />
    </Page>
  );
}
