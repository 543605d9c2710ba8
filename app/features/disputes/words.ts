import type { Dispute, UnclearAtProvider } from '../../../api/contract/schemas/disputes.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';

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

/** What a state that waits for the bank means for the team, with the bank's deadline; `null` once it has decided. */
export function waitingText({ state, about, answerBy }: Waiting, zone: string): string | null {
  const meaning =
    state === 'open'
      ? about.kind === 'plan'
        ? 'What is left of this month’s hours can’t be used until the bank has decided.'
        : 'The booking stays as it is until the bank has decided.'
      : unfrozen[state];
  if (!meaning) return null;
  return answerBy
    ? `${meaning} Answer the bank in the card provider’s dashboard by ${inSentence(formatWhen(answerBy, zone))}.`
    : meaning;
}

type Waiting = Pick<Dispute, 'state' | 'answerBy'> & { about: Pick<Dispute['about'], 'kind'> };

/** States in which nothing is frozen. */
const unfrozen: Partial<Record<Dispute['state'], string>> = {
  inquiry:
    'The bank asks before it decides whether this becomes a dispute. Nothing is frozen, and no money is taken yet.',
  unknown:
    'The card provider names a state that Hearthkeep does not know. Nothing is frozen: look at it in the provider’s dashboard.',
};

/** The provider's object in words; one of a kind that this release lacks has no closer name. */
export const objectName = (kind: UnclearAtProvider['kind']): string => objects[kind] ?? 'An object';

const objects: Record<UnclearAtProvider['kind'], string> = {
  customer: 'A customer',
  subscription: 'A plan',
  invoice: 'An invoice',
  payment: 'A payment',
};

/** What is unclear, and what follows from it: nothing, or only what was paid for. */
export function unclearText({ what, said: word }: Pick<UnclearAtProvider, 'what' | 'said'>): string {
  switch (what) {
    case 'status':
      return `The card provider calls its state “${word}”, which is new to Hearthkeep. Nothing follows from it here: hours and bookings stay as they are.`;
    case 'refund':
      return `The card provider calls the state of a refund “${word}”, which is new to Hearthkeep. The refund counts as under way.`;
    case 'price':
      return `It was moved to a price that is none of ours (${word}). The member keeps the plan that they have, and each paid month gives its hours.`;
    case 'item':
      return `Something was added to it there (${word}). Only the plan itself gives hours here.`;
    case 'quantity':
      return `Its quantity is ${word}. Each paid month gives so many times the plan’s hours; the app shows the plan as one.`;
    case 'schedule':
      return `A change of it is scheduled there (${word}). Until then, the member’s own changes of the plan may be refused.`;
    case 'not_ours':
      return 'It was made in the provider’s dashboard, so it is none of our plans: the customer pays for it, and gets no hours.';
    default:
      // A page that stays open through a release may meet a finding that it has no words for.
      return word
        ? `The card provider says “${word}”. Please reload the page to read what that means here, or look at it in the provider’s dashboard.`
        : 'Please reload the page to read what is unclear, or look at it in the provider’s dashboard.';
  }
}
