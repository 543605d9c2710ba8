import type { Db } from '../../../api/db/database.ts';
import { disputeDifferences } from './disputes.ts';
import { grantDifferences } from './grants.ts';
import { letterDifferences } from './letters.ts';
import { overageDifferences } from './overage.ts';
import { paymentDifferences } from './payments.ts';
import { planDifferences } from './plans.ts';
import { priceDifferences } from './prices.ts';
import type { ProviderBooks } from './provider.ts';

/**
 * Compares the provider's books with ours: every payment, refund, plan, invoice, grant, and price of an hour.
 * @returns one line per difference; no difference is acceptable
 */
export async function differencesOf(db: Db, there: ProviderBooks): Promise<string[]> {
  return [
    ...(await paymentDifferences(db, there)),
    ...(await disputeDifferences(db, there)),
    ...(await overageDifferences(db)),
    ...(await priceDifferences(db, there)),
    ...(await planDifferences(db, there)),
    ...(await grantDifferences(db, there)),
    ...(await letterDifferences(db)),
  ];
}
