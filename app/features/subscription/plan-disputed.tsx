import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { Note } from '../../ui/note.tsx';

/** The reason why hours cannot be used while the bank checks their payment, and how that ends. */
export function PlanDisputed({ plan }: { plan: Subscription }) {
  const zone = useZone();
  if (!plan.disputed) return null;
  return (
    <Note>
      {`Your bank has been looking into a payment of your plan since ${formatDate(plan.disputed.since, zone)}. Until it has decided, the hours that are left of that month can’t be used. If you did not mean to dispute it, please tell your bank, and call us.`}
    </Note>
  );
}
