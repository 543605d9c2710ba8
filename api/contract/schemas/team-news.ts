import * as z from 'zod/mini';
import { teamNewsKinds } from '../access/team-news.ts';

const Kinds = z.array(z.enum(teamNewsKinds));
/** A local time of the business, with 24 hours: '21:00'. */
const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'));
const Quiet = z.nullable(z.object({ from: LocalTime, until: LocalTime }));

/** What a member of the team is told of, by mail and by push, and when not. */
export const TeamChoices = z.object({
  /** The kinds that their role lets them have. */
  offered: Kinds,
  mail: Kinds,
  push: Kinds,
  /** The hours in the business's zone in which nothing is sent that can wait; `null`: none. */
  quiet: Quiet,
});
export type TeamChoices = z.infer<typeof TeamChoices>;

export const TeamChoicesForm = z.object({
  mail: z.optional(Kinds),
  push: z.optional(Kinds),
  quiet: z.optional(Quiet),
});
export type TeamChoicesForm = z.infer<typeof TeamChoicesForm>;
