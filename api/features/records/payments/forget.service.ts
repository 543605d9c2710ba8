import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { selectOtherwiseDescribed, updatePayment } from './payments.repository.ts';

const batch = 100;

/**
 * Erases the descriptions of a person's payments, here and at the card provider; a custom service has the customer's
 * own title. The provider comes first, so that a failed one is found again.
 * @param orNote handles an object that the provider refuses
 * @throws PaymentsUnavailable
 */
export async function forgetDescriptions(
  deps: Pick<Deps, 'db' | 'payments'>,
  { userId, description }: { userId: string; description: string },
  stay: () => Promise<void>,
  orNote: (kind: 'payment', intentId: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { db, payments } = deps;
  for (;;) {
    const rows = await selectOtherwiseDescribed(db, { userId, description, rows: batch });
    for (const { id, intent_id } of rows) {
      await stay();
      if (intent_id)
        await orNote('payment', intent_id, () => payments.describePayment(intent_id, description));
      await db.transaction().execute((tx) => updatePayment(tx, id, { description }));
    }
    if (rows.length < batch) return;
    await letOthersGo();
  }
}
