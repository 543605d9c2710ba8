// The notice's code is loaded together with the page that shows it.
import '../ui/toasts/toast-view.tsx';
import { useEffect } from 'react';
import { isLeaving, signIn, signInSoon } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { useShown } from '../ui/ionic/use-shown.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { toast, toastShown } from '../ui/toasts/toast.tsx';
import { Page } from './page/page.tsx';

/**
 * The page shown to a visitor instead of a members' page: a notice, then the sign-in page after 500 ms (spec §4).
 */
export default function Gate() {
  const shown = useShown();
  useEffect(() => {
    // A person whose session has just ended was already told, and is being led away.
    if (!shown || isLeaving()) return;
    toast({ title: 'Please log in', description: 'You must be logged in to see this page' });
    return signInSoon(toastShown());
  }, [shown]);
  return (
    <Page title="Please log in">
      <EmptyState
        drawing="door"
        title="This page is yours alone"
        text="We are taking you to sign in."
        action={<Button onClick={() => signIn()}>Log In</Button>}
      />
    </Page>
  );
}
