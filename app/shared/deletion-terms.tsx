import './deletion-terms.css';
import type { AccountDeletion } from '../../api/contract/schemas/account-deletion.ts';
import { formatMoney } from '../lib/money.ts';
import { oneText } from '../lib/one-text.ts';
import { useZone } from '../lib/session.ts';
import { formatDayLong, formatWhen, inSentence } from '../lib/time/dates.ts';
import { planName } from './plan-facts.ts';

/** The reader of the terms: the person themselves, or the team. */
type Whose = 'own' | 'customer';

/** The effects of deleting an account, with the server's own figures. */
export function DeletionTerms({
  deletion: { at, bookings, plan },
  whose,
}: {
  deletion: AccountDeletion;
  whose: Whose;
}) {
  const zone = useZone();
  const { account, keep, planOf, goesOn, theirs, cards, name } = words[whose];
  return (
    <>
      <p>
        <strong>{oneText`${account} goes on ${formatDayLong(at, zone)}.`}</strong> <span>{keep}</span>
      </p>
      <ul className="deletion-terms">
        {plan && (
          <li>
            {oneText`${planOf} ${plan.name ?? planName(plan.tier)} plan is not renewed any more: it ends ${plan.endsAt < at ? `with its month, on ${formatDayLong(plan.endsAt, zone)}` : 'that day'}.${plan.hoursLeft > 0 && ` ${plan.hoursLeft} h that are left go with the account.`} Nothing of it is paid back.${plan.endsAt < at && ` ${goesOn}`}`}
          </li>
        )}
        {bookings.map((booking) => (
          <li key={booking.id}>
            {oneText`${booking.service}${booking.scheduledDate ? `, ${inSentence(formatWhen(booking.scheduledDate, zone))}` : ''}: ${
              booking.mayBeAgreed &&
              'not agreed to yet. If the team agrees, the visit takes place. If not, it is '
            }called off on ${formatDayLong(at, zone)}. ${consequenceOf(booking, whose)}`}
          </li>
        ))}
        <li>{oneText`${theirs}, addresses, notes, messages and photos are deleted, and ${cards} at the card provider.`}</li>
        <li>{oneText`Payment records that the law requires us to keep stay, without ${name}. Invoices at the card provider stay.`}</li>
        <li>Our backups lose it as they grow old and are deleted.</li>
      </ul>
    </>
  );
}

const words: Record<
  Whose,
  Record<'account' | 'keep' | 'planOf' | 'goesOn' | 'theirs' | 'cards' | 'name', string>
> = {
  own: {
    account: 'Your account',
    keep: 'Until then you can keep it, and agreed visits before that day take place.',
    planOf: 'Your',
    goesOn: 'The plan goes on if you keep your account before then.',
    theirs: 'Your name',
    cards: 'your cards',
    name: 'your name',
  },
  customer: {
    account: 'Their account',
    keep: 'Until then it can be kept, and agreed visits before that day take place.',
    planOf: 'Their',
    goesOn: 'The plan goes on if their account is kept before then.',
    theirs: 'Their name',
    cards: 'their cards',
    name: 'their name',
  },
};

function consequenceOf(
  { outcome, amountCents, hours, chargeCents = 0 }: AccountDeletion['bookings'][number],
  whose: Whose,
): string {
  switch (outcome) {
    case 'free':
      return 'It costs nothing.';
    case 'refund':
      return `${formatMoney(amountCents)} goes back to ${whose === 'own' ? 'your' : 'their'} card.`;
    case 'release':
      return `Its hours end with ${whose === 'own' ? 'your' : 'their'} plan.`;
    case 'forfeit': {
      const lost =
        amountCents > 0 ? `${formatMoney(amountCents)} is not given back` : `its ${hours} h count as used`;
      const charged =
        chargeCents > 0 &&
        `${formatMoney(chargeCents)} is charged to ${whose === 'own' ? 'your' : 'their'} card, as agreed`;
      const ends = [(amountCents > 0 || hours > 0) && lost, charged].filter(Boolean);
      return `It is less than 24 hours before: ${ends.join(', and ')}.`;
    }
  }
}
