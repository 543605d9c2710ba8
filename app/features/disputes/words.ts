import type { Dispute } from '../../../api/contract/disputes.ts';

/** The bank's reasons that are met most, as a person says them. */
const reasons: Record<string, string> = {
  credit_not_processed: 'Says a refund never came',
  duplicate: 'Says they were charged twice',
  fraudulent: 'Says it was not them who paid',
  general: 'Gives no reason',
  product_not_received: 'Says the service was never provided',
  product_unacceptable: 'Says the service was not as agreed',
  subscription_canceled: 'Says they had cancelled the plan',
  unrecognized: 'Does not recognise the payment',
};

/** A word that we don't know is shown as the bank has it. */
export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');

/** What became of it, and the badge that says so. */
export const stateOf: Record<Dispute['state'], { text: string; look: string }> = {
  open: { text: 'The bank decides', look: 'pending' },
  won: { text: 'Won', look: 'completed' },
  lost: { text: 'Lost: money returned', look: 'cancelled' },
};
