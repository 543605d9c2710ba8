import type { User } from '../../../api/contract/schemas/people.ts';
import { Card } from '../../ui/card.tsx';

/** The identity given by the sign-in provider, which cannot be changed here (spec §2). */
export function Identity({ user }: { user: User }) {
  return (
    <Card aria-label="Who you are">
      <dl className="facts">
        <div>
          <dt>First name</dt>
          <dd>{user.firstName || '–'}</dd>
        </div>
        <div>
          <dt>Last name</dt>
          <dd>{user.lastName || '–'}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
        </div>
      </dl>
      <p className="muted">Your name and e-mail are managed by the sign-in provider.</p>
    </Card>
  );
}
