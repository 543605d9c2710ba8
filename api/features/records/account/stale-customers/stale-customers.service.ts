import { fullName } from '../../../../core/person-name.ts';
import type { Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { PaymentRefused } from '../../../../providers/payments/payments.ts';
import type { UserRow } from '../account.repository.ts';
import { deleteStale, markStale, selectStale } from './stale-customers.repository.ts';

type Facts = Pick<UserRow, 'email' | 'first_name' | 'last_name'>;

/** Notes a change of what the card provider knows of its customer; in the transaction that changes it. */
export async function noteChange(db: Tx, before: Facts, user: UserRow, now: string): Promise<void> {
  const same = before.email === user.email && fullName(before) === fullName(user);
  if (!same && user.customer_id) await markStale(db, user.id, now);
}

/**
 * Tells the card provider the new names and addresses of its customers, which stand on invoices and receipts.
 * @throws PaymentsUnavailable
 */
export async function updateStaleCustomers(
  deps: Pick<Deps, 'db' | 'payments' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, payments, log } = deps;
  for (const row of await selectStale(db)) {
    if (stopping.aborted) return;
    const { user_id: userId, since, customer_id: id, email } = row;
    try {
      if (id)
        await payments.updateCustomer({ id, email, name: fullName(row), attempt: `${userId}:${since}` });
    } catch (err) {
      if (!(err instanceof PaymentRefused)) throw err;
      // The provider's own words may repeat the name or the address.
      log.warn({ userId, code: err.code }, 'the card provider refused the new name of a customer');
    }
    await deleteStale(db, { userId, since });
  }
}
