// The notice's code is loaded together with the page that shows it.
import '../ui/toasts/toast-view.tsx';
import { useEffect } from 'react';
import { LoggedOutHome } from '../features/home/logged-out.tsx';
import { hrefs } from '../lib/hrefs.ts';
import { oneText } from '../lib/one-text.ts';
import { isLeaving, signIn, useBusinessName } from '../lib/session.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { toast } from '../ui/toasts/toast.tsx';
import { Page } from './page/page.tsx';

/**
 * The dashboard for visitors: nobody was signed in when the app was loaded, or the session ended while it was open
 * (spec §2).
 */
export default function LoggedOutHomePage() {
  const shown = useShown();
  const title = oneText`Welcome to ${useBusinessName()}`;
  useEffect(() => {
    if (!shown || isLeaving()) return;
    toast({
      title,
      description: 'Log in to access your dashboard and book services',
    });
  }, [shown, title]);
  return (
    <Page title={title}>
      <LoggedOutHome onLogIn={() => signIn(hrefs.home)} />
    </Page>
  );
}
