import type { PaymentMethod } from '../../../contract/schemas/payments.ts';
import type { SavedCard } from '../../../providers/payments/payments.ts';

export function presentCard(card: SavedCard, isDefault: boolean): PaymentMethod {
  return {
    id: card.id,
    is_default: isDefault,
    card: { last4: card.last4, brand: card.brand, exp_month: card.expMonth, exp_year: card.expYear },
  };
}
