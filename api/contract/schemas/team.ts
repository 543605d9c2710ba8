import * as z from 'zod/mini';
import { permissions } from '../access/permissions.ts';
import { teamNewsKinds } from '../access/team-news.ts';
import { emailAddress, oneLine, text } from './forms.ts';
import { RoleWord } from './people.ts';
import { Id, Instant } from './primitives.ts';

/** A role of the team. */
export const Role = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Whether every installation has it; then nobody can edit or delete it. */
  isBuiltIn: z.boolean(),
  /** The number of people who have it. */
  people: z.int(),
  /** Whether the reader has it, who then cannot edit it. */
  isOwn: z.boolean(),
});
export type Role = z.infer<typeof Role>;

/** A role as the team makes or edits it; what a permission requires is added. */
export const RoleForm = z.object({
  name: text(40).check(oneLine(), z.minLength(1, 'Please name the role')),
  permissions: z.array(z.enum(permissions)).check(z.minLength(1, 'Please choose what the role may do')),
});
export type RoleForm = z.infer<typeof RoleForm>;

/** An open invitation to the team. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.object({ id: z.string(), name: z.string() }),
  createdAt: Instant,
  expiresAt: Instant,
  /** The address of the sign-in that accepts it; it works for the invited address alone. */
  link: z.string(),
  /** `none`: this installation sends no letters. */
  letter: z.enum(['waiting', 'sent', 'failed', 'none']),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationForm = z.object({ email: emailAddress, role: RoleWord });
export type InvitationForm = z.infer<typeof InvitationForm>;

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
