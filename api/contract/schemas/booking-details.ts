import * as z from 'zod/mini';
import { type DetailName, detailNames } from '../rules/booking-details.ts';

const known = z.optional(z.string());

/** A booking's details, as far as they are known: those of its form, or of its request. */
export const BookingDetails = z.object({
  ...(Object.fromEntries(detailNames.map((name) => [name, known])) as Record<DetailName, typeof known>),
  /** The whole text as the customer sent it, if the details do not give it back byte for byte. */
  asSent: known,
});
