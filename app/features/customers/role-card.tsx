import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser } from '../../lib/session.ts';
import { May } from '../../shared/may.tsx';
import { giveable } from '../../shared/roles/giveable.ts';
import { rolesQuery } from '../../shared/roles/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { closed } from '../../ui/dialogs/closed.ts';

const RoleSheet = lazy(() => import('./role-sheet.tsx'));

/** The person's role, and the way for a colleague to change it. */
export function RoleCard({ customer }: { customer: Customer }) {
  const { user } = useUser();
  const online = useOnline();
  const [sheet, setSheet] = useState<{ open: boolean; times: number }>();
  const isSelf = user?.id === customer.id;
  const { team } = customer;
  const isAdmin = user?.role === 'admin';
  const roles = useQuery({ ...rolesQuery(), enabled: team !== null && !isAdmin });
  const mine = giveable(roles.data ?? [], user).map(({ id }) => id);
  const mayTake = team === null || isAdmin || mine.includes(team.id);
  return (
    <Card className="stack" aria-labelledby="customer-role">
      <h2 id="customer-role">Role</h2>
      <p>
        {team ? oneText`${team.name}: belongs to the team.` : 'Customer: books, and sees nothing of others.'}
      </p>
      {isSelf && (
        <p className="muted">Nobody changes their own role. Another member of the team can do it.</p>
      )}
      {!isSelf && !mayTake && roles.data && (
        <p className="muted">Their role may do more than yours, so you cannot change it.</p>
      )}
      <div className="row wrap">
        {!isSelf && mayTake && (
          <Button
            size="small"
            kind="quiet"
            off={!online}
            onClick={() => setSheet({ open: true, times: (sheet?.times ?? 0) + 1 })}
          >
            Change Role
          </Button>
        )}
        <May do="log.read">
          <ButtonLink href={`${hrefs.adminAudit}?user=${customer.id}`} size="small" kind="plain">
            What the Team Did
          </ButtonLink>
        </May>
      </div>
      {!isSelf && mayTake && !online && (
        <p className="muted">Roles can be changed when the network is back.</p>
      )}
      {sheet && (
        <Suspense>
          <RoleSheet
            key={sheet.times}
            customer={customer}
            open={sheet.open}
            onClose={() => setSheet(closed(sheet))}
          />
        </Suspense>
      )}
    </Card>
  );
}
