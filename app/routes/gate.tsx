import { useEffect } from 'react';
import { signIn } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';

const redirectMs = 500;

/** A signed-in page opened by a visitor: a notice, then the sign-in page after 500 ms (spec §4). */
export default function Gate() {
  useEffect(() => {
    toast({ title: 'Please log in', description: 'You must be logged in to see this page' });
    const timer = setTimeout(signIn, redirectMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page title="Please log in">
      <EmptyState
        drawing="door"
        title="This page is yours alone"
        text="We are taking you to sign in."
        action={
          <Button size="small" onClick={() => signIn()}>
            Log In
          </Button>
        }
      />
    </Page>
  );
}
