import type { Deps } from '../../deps.ts';
import { selectOtherwiseDescribed, updatePayment } from './payments.repository.ts';

const batch = 100;

/**
 * Takes out of a person's payments what they were of, here and at the card provider: a custom service goes by the name
 * that its customer gave it. First there, so that one that fails is found again.
 * @param orNote what becomes of what the provider refuses
 * @throws PaymentsUnavailable
 */
export async function forgetDescriptions(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { userId, description }: { userId: string; description: string },
  stay: () => Promise<void>,
  orNote: (kind: 'payment', intentId: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await selectOtherwiseDescribed(db, { userId, description, rows: batch });
    for (const { id, intent_id } of rows) {
      await stay();
      if (intent_id)
        await orNote('payment', intent_id, () => payments.describePayment(intent_id, description));
      await db.transaction().execute((tx) => updatePayment(tx, id, { description }));
    }
    if (rows.length < batch) return;
  }
}
