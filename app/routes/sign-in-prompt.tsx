import { useLocation } from 'react-router-dom';
import { hrefs } from '../lib/hrefs.ts';
import { signIn } from '../lib/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Page } from './page/page.tsx';

const prompts = [
  { under: '/bookings/', title: 'Booking', text: 'Log in to see this booking and write to the team.' },
  {
    under: '/share',
    title: 'Share with a booking',
    text: 'Log in to choose the booking. Your photos wait here.',
  },
  { under: '/admin', title: 'Admin', text: 'Log in with an account of the team.' },
];

/** Pages that ask a visitor to log in without leaving the page (spec §2). */
export default function SignInPrompt() {
  const { pathname } = useLocation();
  // Ionic keeps the page when another is in front, and then gives it that page's address.
  const { title, text } = prompts.find(({ under }) => pathname.startsWith(under)) ?? {
    title: 'Please log in',
    text: 'Log in to see this page.',
  };
  return (
    <Page title={title}>
      <EmptyState
        drawing="door"
        title="Please log in"
        text={text}
        action={
          <>
            <Button onClick={() => signIn()}>Log In</Button>
            <ButtonLink kind="plain" size="small" href={hrefs.home}>
              Back to Home
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
