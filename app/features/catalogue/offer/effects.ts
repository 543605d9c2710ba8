import type { OfferEffects, OfferServiceForm } from '../../../../api/contract/schemas/offer.ts';

type Values = Pick<OfferServiceForm, 'isOffered' | 'priceCents' | 'minutes'>;

const counted = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** Whether somebody has booked or is paying what a change concerns; so it is until the numbers are known. */
export const concernsSomebody = (effects: OfferEffects | undefined): boolean =>
  !effects || effects.openBookings + effects.begunPayments > 0;

/** What follows if a category is taken off the offer. @param from the day, in words; '' if from now on */
export function categoryOffText(effects: OfferEffects | undefined, from = ''): string {
  const first = `${from ? `From ${from} on, customers` : 'Customers'} no longer see it, and no longer find or book its services.`;
  if (!effects) return `${first} Bookings of them stay as they are.`;
  return [first, ...keptLines(effects)].join(' ');
}

const keptLines = ({ openBookings, begunPayments }: OfferEffects): string[] => [
  ...(openBookings > 0
    ? [
        `${counted(openBookings, 'open booking', 'open bookings')} ${openBookings === 1 ? 'stays as it is' : 'stay as they are'}.`,
      ]
    : []),
  ...(begunPayments > 0
    ? [`${counted(begunPayments, 'customer is', 'customers are')} paying now; what they pay is given back.`]
    : []),
];

/**
 * What follows from a change of a service, before it is saved; '' if nobody is concerned.
 * @param before the service as it is; `null` for a new one
 * @param from the day from which it holds, in words; '' if from now on
 */
export function effectsText(
  before: Values | null,
  after: Values,
  effects: OfferEffects | undefined,
  from = '',
): string {
  if (!before || !effects) return '';
  const { openBookings, begunPayments } = effects;
  const bookings = counted(openBookings, 'open booking', 'open bookings');
  const keeps = openBookings === 1 ? 'keeps' : 'keep';
  if (before.isOffered && !after.isOffered)
    return [
      from ? `From ${from} on, customers no longer find or book it.` : 'Customers no longer find or book it.',
      ...keptLines(effects),
    ].join(' ');
  const changes = [
    before.priceCents !== after.priceCents && 'price',
    before.minutes !== after.minutes && 'length',
  ].filter(Boolean);
  if (changes.length === 0) return '';
  return [
    `Whoever books from ${from || 'now'} on is shown the new ${changes.join(' and ')} first.`,
    openBookings > 0 && `${bookings} ${keeps} the old ${changes.join(' and ')}.`,
    before.priceCents !== after.priceCents &&
      begunPayments > 0 &&
      `${counted(begunPayments, 'customer who is', 'customers who are')} paying now ${begunPayments === 1 ? 'pays' : 'pay'} the old price.`,
  ]
    .filter(Boolean)
    .join(' ');
}
