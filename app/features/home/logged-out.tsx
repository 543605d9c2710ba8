import { signIn } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** The dashboard of someone who is not signed in (spec §2). */
export function LoggedOutHome() {
  return (
    <>
      <p className="muted">Premium home services, one tap away.</p>
      <Button kind="accent" wide onClick={() => signIn('/')}>
        Get Started - Log In
      </Button>
      <ButtonLink href="/services" kind="quiet" wide>
        Browse Services
      </ButtonLink>
      <Button kind="plain" wide onClick={() => signIn('/')}>
        Create Account
      </Button>
    </>
  );
}
