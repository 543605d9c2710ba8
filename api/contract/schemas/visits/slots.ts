import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.ts';

/** A time at which somebody can come: the arrival window. The visit is reserved from its begin. */
export const Slot = z.object({
  start: Instant,
  end: Instant,
  /** Whether the person who made my last visit is free then; left out where nobody wished for them, or they are not. */
  samePerson: z.optional(z.literal(true)),
});
export type Slot = z.infer<typeof Slot>;

/** A time that is kept for the person who chose it. */
export const Hold = z.object({ id: Id, start: Instant, expiresAt: Instant });
export type Hold = z.infer<typeof Hold>;

/** Whether a service's times can be chosen, and how long its arrival window is. */
export const ServiceSlots = z.object({ isOffered: z.boolean(), windowMinutes: z.int() });
export type ServiceSlots = z.infer<typeof ServiceSlots>;
