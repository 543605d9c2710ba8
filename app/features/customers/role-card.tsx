import { lazy, Suspense, useState } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useUser } from '../../lib/session.ts';
import { May } from '../../shared/may.tsx';
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
  return (
    <Card className="stack" aria-labelledby="customer-role">
      <h2 id="customer-role">Role</h2>
      <p>
        {customer.team
          ? oneText`${customer.team.name}: belongs to the team.`
          : 'Customer: books, and sees nothing of others.'}
      </p>
      {isSelf && (
        <p className="muted">Nobody changes their own role. Another member of the team can do it.</p>
      )}
      <div className="row wrap">
        {!isSelf && (
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
      {!isSelf && !online && <p className="muted">Roles can be changed when the network is back.</p>}
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
