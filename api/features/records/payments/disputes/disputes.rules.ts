import { Refusal } from '../../../../core/refusal.ts';

/** The refusal of changes to a booking while the bank decides about its payment. */
export const disputed = (): Refusal =>
  new Refusal(
    'disputed',
    'The payment of this booking is disputed at the bank. Until that is decided, the booking stays as it is.',
  );
