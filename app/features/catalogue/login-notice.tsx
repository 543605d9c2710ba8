import { signIn } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** A notice for visitors, who may look but not book (spec §6). */
export function LoginNotice() {
  return (
    <Card className="login-notice">
      <div>
        <h2>Please log in</h2>
        <p className="muted">You must be logged in to book services</p>
      </div>
      <Button size="small" onClick={() => signIn()}>
        Log In
      </Button>
    </Card>
  );
}
