import * as z from 'zod/mini';
import { Id } from './primitives.ts';

export const ServiceCategory = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A name in the palette (`sky`, `leaf`, …), not a CSS value: each has its own light and dark pair. */
  color: z.string(),
  /** The name of one of the app's icons. */
  icon: z.string(),
});
export type ServiceCategory = z.infer<typeof ServiceCategory>;

export const Service = z.object({
  id: Id,
  /** The service's name for programs, such as 'lawn-mowing'; it also names the drawing. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** In whole units of the currency; `null` if the service is not sold one by one. */
  price: z.nullable(z.number()),
  estimatedHours: z.number(),
  categoryId: Id,
  category: z.object({ name: z.string(), color: z.string(), icon: z.string() }),
});
export type Service = z.infer<typeof Service>;
