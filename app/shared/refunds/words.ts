import type { Refund } from '../../../api/contract/schemas/refunds.ts';
import { formatMoney } from '../../lib/money.ts';

/** 'Refunded $20.00 of $189.00' */
export const refundedText = (refundedCents: number, amountCents: number): string =>
  `Refunded ${formatMoney(refundedCents)} of ${formatMoney(amountCents)}`;

/** '$20.00', or '$20.00, under way' before the money has left for the card. */
export const partText = ({ amountCents, state }: Pick<Refund, 'amountCents' | 'state'>): string =>
  state === 'made' ? formatMoney(amountCents) : `${formatMoney(amountCents)}, under way`;
