import type { Tx } from '../../../db/database.ts';
import { addNotice, type BillingNews } from './notices.service.ts';

/** The news of a payment, with its receipt. */
export type PaidNews = Extract<BillingNews, { what: 'paid' | 'plan_paid' }>;

/**
 * Sends a customer the receipt of a payment, once, whatever they chose; in the transaction that books it. A receipt is
 * a letter alone: it asks for nothing.
 */
export async function sendReceipt(
  db: Tx,
  { userId, news, now }: { userId: string; news: PaidNews; now: string },
): Promise<void> {
  await addNotice(
    db,
    {
      kind: 'receipt',
      occasion: `receipt:${news.chargeId}`,
      bookingId: null,
      userId,
      content: news,
      now,
    },
    { push: null, mail: 0 },
  );
}
