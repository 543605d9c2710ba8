import type { Dispute } from '../../../api/contract/schemas/disputes.ts';

/** The most frequent reasons of a bank, in plain words. */
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

/** An unknown reason is shown as the bank writes it. */
export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');

/** The result of a dispute, with its badge; a state that this release lacks is an unknown one. */
export const stateOf = (state: Dispute['state']): { text: string; look: string } =>
  states[state] ?? states.unknown;

const states: Record<Dispute['state'], { text: string; look: string }> = {
  open: { text: 'The bank decides', look: 'pending' },
  inquiry: { text: 'The bank asks', look: 'pending' },
  unknown: { text: 'A new state', look: 'pending' },
  won: { text: 'Won', look: 'completed' },
  lost: { text: 'Lost: money returned', look: 'cancelled' },
};

/** The meaning of states in which nothing is frozen, for the team. */
export const waiting: Partial<Record<Dispute['state'], string>> = {
  inquiry:
    'The bank asks before it decides whether this becomes a dispute. Nothing is frozen, and no money is taken yet.',
  unknown:
    'The card provider names a state that Hearthkeep does not know. Nothing is frozen: look at it in the provider’s dashboard.',
};
