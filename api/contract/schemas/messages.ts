import * as z from 'zod/mini';
import { Id, Instant } from './primitives.ts';

/** A photo of a message as stored: turned upright, its sides in pixels. */
export const Photo = z.object({ id: Id, width: z.int(), height: z.int() });
export type Photo = z.infer<typeof Photo>;

export const Message = z.object({
  id: Id,
  bookingId: Id,
  /** May be empty only with photos. */
  message: z.string(),
  /** In the writer's order. */
  photos: z.array(Photo),
  senderType: z.enum(['customer', 'admin']),
  createdAt: Instant,
  /** The id under which the writer's device queued it; it relates the stored message to the queued one. */
  clientId: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;
